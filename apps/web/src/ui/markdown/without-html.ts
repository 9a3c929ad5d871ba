interface Processor {
  data(): object
}

/**
 * A remark plugin that treats HTML as text: it removes the HTML constructs from the parser, so that no sanitising is needed.
 */
export function withoutHtml(this: Processor): void {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: ['htmlFlow', 'htmlText'] } },
  ]
}
