"""Views of a table: as data, as HTML, as updates of a live page."""
