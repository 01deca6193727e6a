"""QR codes for links."""

from __future__ import annotations

import io


def qr_code(link: str) -> bytes:
    """SVG with a white border, so that it can be scanned on dark pages too."""
    import segno

    found = io.BytesIO()
    segno.make(link, micro=False).save(found, kind="svg", scale=4, border=4, dark="#000", light="#fff", svgclass=None)
    return found.getvalue()
