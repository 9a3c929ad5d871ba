// Compares the page's own way from Markdown to React with that of react-markdown, which the tests alone load.
import fc from 'fast-check'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { newlineToBreak } from 'mdast-util-newline-to-break'
import { mathFromMarkdown } from 'mdast-util-math'
import { gfm } from 'micromark-extension-gfm'
import { math } from 'micromark-extension-math'
import { renderToStaticMarkup } from 'react-dom/server'
import ReactMarkdown, { type Options } from 'react-markdown'
import { expect, test } from 'vitest'
import { documents } from './test/documents.ts'
import { mathCode } from './math.ts'
import { readTree } from './read-tree.ts'
import { toReact } from './to-react.ts'

type Plugin = Extract<NonNullable<Options['remarkPlugins']>[number], (...input: never[]) => unknown>

const extensions: Plugin = function () {
  Object.assign(this.data(), {
    micromarkExtensions: [
      gfm({ singleTilde: false }),
      math({ singleDollarTextMath: false }),
      { disable: { null: ['htmlFlow', 'htmlText'] } },
    ],
    fromMarkdownExtensions: [gfmFromMarkdown(), mathFromMarkdown()],
  })
}
const lineBreaks: Plugin = () => newlineToBreak
const setFormulas = () => mathCode.setFormulas

const words = { clobberPrefix: 'note-', footnoteLabel: 'Notes', footnoteBackLabel: 'Back' }
const unchanged = (address: string) => address

const theirs = (text: string) =>
  renderToStaticMarkup(
    <ReactMarkdown
      remarkPlugins={[extensions, lineBreaks]}
      rehypePlugins={[setFormulas]}
      remarkRehypeOptions={words}
      urlTransform={unchanged}
    >
      {text}
    </ReactMarkdown>,
  )

function ours(text: string): string {
  const tree = readTree(text, [mathCode.reader], words)
  mathCode.setFormulas(tree)
  return renderToStaticMarkup(toReact(tree, {}, unchanged))
}

test.each([
  ['a table', '| a | b |\n| :- | -: |\n| 1 | `2` |\n| 3 | |'],
  ['a task list', '- [x] done\n- [ ] open\n\n3. three\n4. four'],
  ['footnotes', 'A[^1] and B[^two].\n\n[^1]: First.\n[^two]: Second\n    line.'],
  ['links and pictures', '[a](https://a.example "Title") ![b](/b.png) <https://c.example> www.d.example'],
  ['code', '```ts\nconst a = 1\n```\n\n`b`'],
  ['formulas', '$$\\sqrt{\\frac{a}{b}}$$\n\nand $$\\cancel{x}$$ or $$\\overbrace{x+y}^{n}$$'],
  ['a formula with colours', '$$\n\\color{red}x \\boxed{y} \\vec{v} \\xrightarrow{abc}\n$$'],
  ['markup', 'a <b>bold</b> <script>alert(1)</script>\n\n<div onclick="x()">c</div>'],
  ['lines and marks', 'one\ntwo  \nthree\n\n***\n\n> **bold** *it* ~~gone~~ &amp; &copy;'],
])('renders %s as react-markdown does', (_, text) => {
  expect(ours(text)).toBe(theirs(text))
})

test('renders any text as react-markdown does', () => {
  fc.assert(
    fc.property(documents, (text) => {
      expect(ours(text)).toBe(theirs(text))
    }),
    { numRuns: 1_000 },
  )
}, 30_000)

test('leaves out attributes that run code or load something', () => {
  const properties = { onClick: 'x()', srcSet: '/a 2x', formAction: '/b', title: 'kept', 'data-a': 'kept' }
  const tree = {
    type: 'root' as const,
    children: [{ type: 'element' as const, tagName: 'p', properties, children: [] }],
  }
  expect(renderToStaticMarkup(toReact(tree, {}, unchanged))).toBe('<p title="kept" data-a="kept"></p>')
})
