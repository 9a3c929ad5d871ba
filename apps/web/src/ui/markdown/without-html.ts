interface Processor {
  data(): object
}

/**
 * A remark plugin: text that looks like HTML is text. The parser then has no HTML construct at all, so there is nothing to
 * clean afterwards.
 */
export function withoutHtml(this: Processor): void {
  const data: { micromarkExtensions?: unknown[] } = this.data()
  data.micromarkExtensions = [
    ...(data.micromarkExtensions ?? []),
    { disable: { null: ['htmlFlow', 'htmlText'] } },
  ]
}
