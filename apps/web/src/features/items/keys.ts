/** Query keys of a kind of item. Keys of its parts begin with `all`, too, so that a live event refetches them. */
export const itemKeys = <Noun extends string>(noun: Noun) => ({
  all: [noun] as const,
  lists: [noun, 'list'] as const,
  one: (id: number) => [noun, 'one', id] as const,
})
