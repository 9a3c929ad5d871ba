// The page that shows the API document (decision 46): rendered on the server, without external code or files.
import type { Page } from '#http/routes.ts'
import { schemaNote, schemaText, type Schema } from './schema-text.ts'
import { METHOD_COLOURS, VIEWER_STYLE } from './style.ts'

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content & { readonly description: string }>>
}

/** The parts of an OpenAPI document that the viewer shows. */
export interface ApiDocument {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly description: string
    readonly contact?: { readonly name: string; readonly url: string }
    readonly license?: { readonly name: string; readonly url: string }
    readonly termsOfService?: string
  }
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

interface Shown {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

// Uses the web app's theme (lib/preferences.ts, `theme`), else the system's. A URL with a call opens that call.
const SCRIPT = `
const show = () => {
  let theme = null
  try { theme = localStorage.getItem('polylogue.theme') } catch {}
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  else delete document.documentElement.dataset.theme
}
const open = () => {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (named instanceof HTMLDetailsElement) named.open = true
}
show()
addEventListener('storage', show)
addEventListener('hashchange', open)
addEventListener('DOMContentLoaded', open)
`

/** Renders a document. Needs no styles but its own. */
export function viewerPage(document: ApiDocument): Page {
  const { info, tags, components } = document
  const shown = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
  )
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${safe(info.title)} API</title>
<link rel="icon" href="/mark.svg">
<style nonce="__NONCE__">${VIEWER_STYLE}</style>
<script nonce="__NONCE__">${SCRIPT}</script>
</head>
<body>
${head(info)}
<nav aria-label="Groups of calls"><ul>
${tags.map(({ name }) => `<li><a href="#${safe(name)}">${safe(name)}</a></li>`).join('\n')}
<li><a href="#schemas">schemas</a></li>
</ul></nav>
<main>
${tags.map(({ name }) => section(name, shown)).join('\n')}
<section id="schemas"><h2>Schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => `<h3>${safe(name)}</h3>\n${shape(name, schema)}`)
  .join('\n')}
</section>
</main>
</body>
</html>
`
  return { html }
}

function head({
  title,
  version,
  description,
  contact,
  license,
  termsOfService,
}: ApiDocument['info']): string {
  const links = [
    contact && link('Contact', contact.name, contact.url),
    license && link('License', license.name, license.url),
    termsOfService && `<li><a href="${safe(termsOfService)}">Terms of service</a></li>`,
    '<li><a href="/api/v1/openapi.json">OpenAPI document</a></li>',
  ]
  return `<header>
<h1>${safe(title)} API ${safe(version)}</h1>
<p>${safe(description)}</p>
<ul>${links.filter(Boolean).join('\n')}</ul>
</header>`
}

const link = (what: string, name: string, url: string) =>
  `<li>${what}: <a href="${safe(url)}">${safe(name)}</a></li>`

function section(tag: string, all: readonly Shown[]): string {
  const own = all.filter(({ operation }) => operation.tags.includes(tag))
  return `<section id="${safe(tag)}"><h2>${safe(tag)}</h2>\n${own.map(call).join('\n')}\n</section>`
}

function call({ method, path, operation }: Shown): string {
  const { operationId, summary, security, parameters = [], requestBody, responses } = operation
  const colour = Object.hasOwn(METHOD_COLOURS, method) ? method : ''
  return `<details id="${safe(operationId)}">
<summary><span class="method ${colour}">${safe(method.toUpperCase())}</span><code>${safe(path)}</code><span>${safe(summary)}</span></summary>
<div>
<p>${security ? 'Needs a bearer token.' : 'Open to everybody.'}</p>
${parameters.length > 0 ? parameterTable(parameters) : ''}
${requestBody ? `<h3>Request body</h3>\n${contents(requestBody)}` : ''}
<h3>Responses</h3>
${Object.entries(responses)
  .map(([status, reply]) => `<p><b>${safe(status)}</b> ${safe(reply.description)}</p>\n${contents(reply)}`)
  .join('\n')}
</div>
</details>`
}

function parameterTable(parameters: NonNullable<Operation['parameters']>): string {
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const cells = [place, required ? 'required' : 'optional', schemaText(schema), schemaNote(schema)]
    return `<tr><th scope="row"><code>${safe(name)}</code></th>${cells.map((text) => `<td>${safe(text)}</td>`).join('')}</tr>`
  })
  return `<h3>Parameters</h3>\n<table><tbody>\n${rows.join('\n')}\n</tbody></table>`
}

function contents({ content = {} }: Content): string {
  return Object.entries(content)
    .map(([type, { schema }]) => (schema ? shape(type, schema) : `<p><code>${safe(type)}</code></p>`))
    .join('\n')
}

/** Renders a schema; schemas with a name are described once, under schemas. */
function shape(name: string, schema: Schema): string {
  if (schema.$ref !== undefined) return `<p><a href="#schemas">${safe(schemaText(schema))}</a></p>`
  return `<pre tabindex="0" role="region" aria-label="${safe(name)}"><code>${safe(schemaText(schema))}</code></pre>`
}

function safe(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replace(/[&<>"]/g, (sign) => signs[sign] ?? '')
}
