import { expect, test } from 'vitest'
import { messageOf, orderOf } from '../test/papers.ts'
import { writeMarkdown } from './write-markdown.ts'

const SOURCES = [
  { id: 1, title: 'Offer_1.pdf', place: 'p. 14', address: '/datasources/4' },
  { id: 2, title: 'Law', place: '§ 41', address: 'https://law.example/41' },
]
const markdown = (...messages: Parameters<typeof orderOf>[0]) => writeMarkdown(orderOf(messages))

test('EXPORT-4: a Markdown document has the messages as they are, with what they cite as footnotes', () => {
  const text = markdown(
    messageOf('# Result\n\nOnly **one** [1], see [2] and [1]; `a[1]` and [link][1].', {
      question: 'Compare\n- the *bids*',
      sources: SOURCES,
      files: [{ name: 'a_b.pdf' }],
    }),
  )
  expect(text.replaceAll('\u00a0', ' ')).toMatch(
    /^# Bids & offers\n\nLlama 3\.3 70b · 9 November 2026 {2}\nExported on 29 November 2026 by Anna Keller\n\n## Question · 9 November 2026/,
  )
  expect(text).toContain('> Compare\n> - the *bids*\n\n*Attachments: a\\_b.pdf*')
  expect(text).toContain('## Llama 3.3 70b\n\n# Result\n\nOnly **one**[^1-s1], see[^1-s2] and[^1-s1]; `a[1]`')
  expect(text).toContain(
    '[^1-s1]: Offer\\_1.pdf, p.\u00a014\n\n[^1-s2]: Law, §\u00a041, <https://law.example/41>',
  )
})

test('footnotes of two answers do not mix', () => {
  const text = markdown(messageOf('A[^1].\n\n[^1]: One.'), messageOf('B[^1].\n\n[^1]: Two.'))
  expect(text).toContain('A[^1-1].\n\n[^1-1]: One.')
  expect(text).toContain('B[^2-1].\n\n[^2-1]: Two.')
})

test('EXPORT-4: link definitions of two messages do not mix, and texts of links stay', () => {
  const text = markdown(
    messageOf(
      'See [the law][Law], [law][] and [LAW]: ![seal][law], `[law]`, [law](x), \\[law].\n\n[law]: https://one.example',
    ),
    messageOf('See [law] and [**a [b]** c][law].\n\n> [law]: https://two.example\n> "Title"', {
      question: '[law]\n\n[Law]: https://three.example',
    }),
    messageOf('No [law] here, and [1].'),
  )
  expect(text).toContain(
    'See [the law][1-Law], [law][1-law] and [LAW][1-LAW]: ![seal][1-law], `[law]`, [law](x), \\[law].\n\n[1-law]: https://one.example',
  )
  expect(text).toContain(
    'See [law][2-law] and [**a [b]** c][2-law].\n\n> [2-law]: https://two.example\n> "Title"',
  )
  expect(text).toContain('> [law][2-q-law]\n>\n> [2-q-Law]: https://three.example')
  expect(text).toContain('No [law] here, and [1].')
})

test('what only looks like a link definition stays', () => {
  const answer = '`code` [law]: not at a start\n\n```md\n[law]: https://code.example\n```\n\nSee [law].'
  expect(markdown(messageOf(answer))).toContain(answer)
})

test('EXPORT-4: a line that is no definition where it stands changes no link', () => {
  for (const answer of [
    '<figure>\n  ![chart]\n</figure>\n  [chart]: https://a.example/c.png\n\nSee [chart].',
    'A paragraph\n[law]: goes on with [law].',
    'A note[^1] without its text, `a[^2]: b` and [^2].',
    '!!! note\n\n    [law]: https://code.example\n\nSee [law].',
  ])
    expect(markdown(messageOf(answer))).toContain(answer)
  const list = '- See [a `b`] and [\\[x\\]][A  `B`]\n\n  [a `b`]: https://a.example'
  expect(markdown(messageOf(list))).toContain(
    '- See [a `b`][1-a `b`] and [\\[x\\]][1-A  `B`]\n\n  [1-a `b`]: https://a.example',
  )
})

test('a code block that a stopped answer left open is closed', () => {
  const text = markdown(messageOf('```py\nx = 1'), messageOf('Next'))
  expect(text).toContain('```py\nx = 1\n```\n\n## Question')
})

test('sources that are not cited are listed, and a title cannot break the document', () => {
  const order = orderOf([messageOf('Yes.', { sources: SOURCES })])
  order.paper.title = 'a\n# b <i> [x](y)'
  const text = writeMarkdown(order)
  expect(text.startsWith('# a \\# b \\<i\\> \\[x\\](y)\n')).toBe(true)
  expect(text).toContain('**Sources**\n\n- Offer\\_1.pdf, p.\u00a014\n- Law')
})

test('tabs of a project have headings of their own', () => {
  const order = orderOf([messageOf('One')])
  order.paper.chats.push({ name: 'Second', messages: [messageOf('Two')] })
  expect(writeMarkdown(order)).toMatch(/## Comparison\n\n### Question.*\n## Second\n\n### Question/s)
})
