// Draws one diagram for the page that frames this document. It runs in a sandbox without an origin, a network or a way to
// touch that page; what it sends back is used as a picture.
'use strict'

const LIGHT = {
  background: '#ffffff',
  primaryColor: '#f2e9ff',
  primaryBorderColor: '#a855f7',
  primaryTextColor: '#1a181f',
  secondaryColor: '#f6f5f8',
  tertiaryColor: '#f8f8fa',
  edgeLabelBackground: '#f8f8fa',
  lineColor: '#68666e',
  textColor: '#1a181f',
}
const DARK = {
  darkMode: true,
  background: '#151417',
  primaryColor: '#2f1d43',
  primaryBorderColor: '#a855f7',
  primaryTextColor: '#ebeaee',
  secondaryColor: '#28272c',
  tertiaryColor: '#100f12',
  edgeLabelBackground: '#100f12',
  lineColor: '#99979f',
  textColor: '#ebeaee',
}

addEventListener('message', (event) => {
  // Opened by itself it is its own parent, and would answer itself for ever.
  if (event.source !== parent || parent === window) return
  void draw(event.data).then((drawn) => parent.postMessage(drawn, '*'))
})
parent.postMessage('ready', '*')

async function draw({ code, dark }) {
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      theme: 'base',
      themeVariables: dark ? DARK : LIGHT,
      fontFamily: 'ui-sans-serif, system-ui, sans-serif',
      // Labels as text of the picture: a picture shows no HTML everywhere, and none can hide in it.
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      maxTextSize: 50_000,
      maxEdges: 1_000,
      suppressErrorRendering: true,
      // A diagram's own directives may not change these.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'suppressErrorRendering',
        'htmlLabels',
        'flowchart.htmlLabels',
        'themeCSS',
        'fontFamily',
      ],
    })
    const { svg } = await mermaid.render('diagram', code)
    return { svg: asPicture(svg) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** The drawing as a file of its own: with a size, well formed, and without anything that acts or fetches. */
function asPicture(markup) {
  const host = document.createElement('div')
  host.innerHTML = markup
  const svg = host.querySelector('svg')
  const box = svg.viewBox.baseVal
  if (box && box.width > 0) {
    svg.setAttribute('width', String(Math.ceil(box.width)))
    svg.setAttribute('height', String(Math.ceil(box.height)))
  }
  svg.style.maxWidth = ''
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  for (const element of svg.querySelectorAll(
    'script, iframe, object, embed, image, audio, video, animate, set, link, meta, base, form',
  ))
    element.remove()
  for (const style of svg.querySelectorAll('style'))
    style.textContent = style.textContent
      .replace(/@import[^;]*;?/gi, '')
      .replace(/url\(\s*["']?(?!#)[^)]*\)/gi, 'none')
  for (const element of svg.querySelectorAll('*'))
    for (const { name, value } of Array.from(element.attributes))
      if (
        /^on/i.test(name) ||
        (/href$/i.test(name) && !value.startsWith('#')) ||
        /url\(\s*["']?(?!#)/i.test(value)
      )
        element.removeAttribute(name)
  return new XMLSerializer().serializeToString(svg)
}
