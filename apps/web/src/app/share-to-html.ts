// What the page of a share link has in place of react-dom/server, to export a chat as HTML (vite.config.ts).
import { render, type ComponentChild } from 'preact'

/** Returns the HTML of an element. Unlike React's function it needs a document. */
export function renderToStaticMarkup(element: ComponentChild): string {
  const box = document.createElement('div')
  render(element, box)
  const html = box.innerHTML
  render(null, box)
  return html
}
