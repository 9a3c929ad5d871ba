/** Loads a converter of HTML to Markdown. */
export async function loadMarkdown(): Promise<(html: string) => string> {
  const { default: Turndown } = await import('turndown')
  const turndown = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  turndown.remove(['script', 'style'])
  turndown.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) =>
      (node as { getAttribute(name: string): string | null }).getAttribute('alt') ?? '',
  })
  turndown.addRule('rows', {
    filter: 'tr',
    replacement: (_, node) => {
      const cells = Array.from(node.childNodes, ({ textContent }) =>
        (textContent ?? '').replace(/\s+/g, ' ').trim(),
      )
      return `| ${cells.filter(Boolean).join(' | ')} |\n`
    },
  })
  turndown.addRule('tables', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` })
  // Turndown loads its HTML parser on first use.
  turndown.turndown('<p>x</p>')
  return (html) => turndown.turndown(html)
}
