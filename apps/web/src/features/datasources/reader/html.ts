// Prepares a stored HTML file for a sandboxed frame.

const ACTIVE =
  'script,style,link,meta,base,title,iframe,frame,frameset,object,embed,applet,portal,template,noscript,audio,video,source,track,svg,math'

/** Attributes that are kept: none of them loads, links or runs anything. */
const KEPT = new Set([
  'alt',
  'title',
  'dir',
  'lang',
  'colspan',
  'rowspan',
  'scope',
  'start',
  'reversed',
  'value',
  'open',
])

const isInline = (name: string, value: string) =>
  name === 'src' && /^data:image\/(png|jpeg|gif|webp);base64,/i.test(value)

const POLICY = "default-src 'none'; img-src data:"

/** Returns the page without anything that acts or loads: no scripts, styles, links or foreign pictures. */
export function inertPage(html: string): string {
  // A parsed document runs nothing and loads nothing.
  const page = new DOMParser().parseFromString(html, 'text/html')
  for (const element of page.querySelectorAll(ACTIVE)) element.remove()
  for (const element of page.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes))
      if (!KEPT.has(name) && !isInline(name, value)) element.removeAttribute(name)
  for (const control of page.querySelectorAll('input,button,select,textarea,form'))
    control.replaceWith(...control.childNodes)
  const head = `<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}">`
  return `<!doctype html><html><head>${head}</head><body>${page.body.innerHTML}</body></html>`
}
