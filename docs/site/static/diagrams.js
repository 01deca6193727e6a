// Draws every ```mermaid block; without scripts its source is shown.
const dark = matchMedia("(prefers-color-scheme: dark)").matches
for (const block of document.querySelectorAll(".highlight-mermaid")) {
  const drawing = document.createElement("pre")
  drawing.className = "mermaid"
  drawing.textContent = block.textContent
  block.replaceWith(drawing)
}
mermaid.initialize({ startOnLoad: false, theme: dark ? "dark" : "neutral" })
mermaid.run()
