// The code that people put into their pages. Pure.

export const VARIANTS = ['script', 'inline', 'frame', 'policy'] as const
export type Variant = (typeof VARIANTS)[number]

interface Embedded {
  /** The address of this installation. */
  host: string
  identifier: string
  title: string
  width: number
  height: number
}

/** Returns the code for a page. `policy` begins with what a strict Content Security Policy must allow. */
export function snippetOf(variant: Variant, { host, identifier, title, width, height }: Embedded): string {
  const source = escaped(`${host}/widget.js`)
  const id = escaped(identifier)
  const script = `<script src="${source}" data-chatbot="${id}" async></script>`
  switch (variant) {
    case 'script':
      return script
    case 'inline':
      return [
        `<script src="${source}" async></script>`,
        `<polylogue-chat chatbot="${id}" position="inline"></polylogue-chat>`,
      ].join('\n')
    case 'frame':
      return `<iframe src="${escaped(`${host}/widget/${encodeURIComponent(identifier)}`)}" title="${escaped(title)}" width="${width}" height="${height}" style="border: 0"></iframe>`
    case 'policy':
      return [`<!-- Content-Security-Policy: script-src ${host}; connect-src ${host} -->`, script].join('\n')
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
