// Styles of the API viewer. The colours must agree with the web app's tokens.css, light and dark.

const LIGHT = `color-scheme: light;
  --bg: #fff; --inset: #f8f8fa; --line: #e4e3e7; --text: #1a181f; --text-2: #525058; --accent: #7e26c4;
  --green: #0e6936; --green-soft: #e6f9ea; --yellow: #825205; --yellow-soft: #fff5e0; --blue: #125e9f; --blue-soft: #edf6ff;
  --purple: #7e26c4; --purple-soft: #f2e9ff; --red: #b91b25; --red-soft: #fff1f1; --pink: #a3195b; --pink-soft: #ffeef6;`

const DARK = `color-scheme: dark;
  --bg: #151417; --inset: #100f12; --line: #27262b; --text: #ebeaee; --text-2: #b5b3ba; --accent: #ceaafd;
  --green: #78d694; --green-soft: #18271c; --yellow: #f0be67; --yellow-soft: #2d2213; --blue: #82c2f7; --blue-soft: #192532;
  --purple: #ceaafd; --purple-soft: #2f1d43; --red: #fb8c8a; --red-soft: #361919; --pink: #f79ac4; --pink-soft: #351826;`

/** The colour of each method. */
export const METHOD_COLOURS = {
  get: 'green',
  post: 'yellow',
  put: 'blue',
  patch: 'purple',
  delete: 'red',
  head: 'green',
  options: 'pink',
} as const

const methods = Object.entries(METHOD_COLOURS)
  .map(([method, colour]) => `.${method} { color: var(--${colour}); background: var(--${colour}-soft); }`)
  .join('\n')

export const VIEWER_STYLE = `
:root { ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
:root[data-theme='light'] { ${LIGHT} }
:root[data-theme='dark'] { ${DARK} }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font-family: ui-monospace, monospace; font-size: 13px; }
header, nav, main { padding: 16px 24px; }
header { border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 22px; }
h2 { margin: 24px 0 8px; font-size: 18px; }
h3 { margin: 16px 0 4px; font-size: 14px; }
p { margin: 4px 0; color: var(--text-2); }
ul { margin: 8px 0 0; padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: 4px 16px; }
details { margin: 4px 0; border: 1px solid var(--line); border-radius: 8px; }
summary { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; min-height: 40px; padding: 4px 12px; cursor: pointer; }
summary code { overflow-wrap: anywhere; }
summary > span:last-child { color: var(--text-2); }
details > div { padding: 0 12px 12px; overflow-x: auto; }
.method { width: 72px; border-radius: 6px; font: 600 12px/24px ui-monospace, monospace; text-align: center; }
${methods}
pre { margin: 4px 0; padding: 12px; overflow: auto; max-height: 480px; background: var(--inset); border-radius: 6px; }
table { border-collapse: collapse; }
th, td { padding: 4px 16px 4px 0; text-align: left; vertical-align: top; }
@media (min-width: 1025px) {
  body { display: grid; grid-template: auto 1fr / 220px minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  nav ul { position: sticky; top: 16px; flex-direction: column; }
}
@media print { nav { display: none; } }
`
