import { expect, test } from 'vitest'
import { shallow } from './shallow.ts'

const depthOf = (html: string) => {
  let depth = 0
  let deepest = 0
  for (const [, slash] of html.matchAll(/<(\/?)\w+[^>]*>/g))
    deepest = Math.max(deepest, (depth += slash ? -1 : 1))
  return deepest
}

test('ordinary HTML keeps its structure and text', () => {
  const { html } = shallow('<h1 id="a">A &amp; B</h1><ul><li>one<li>two</ul><p>x<br>y<p>z <!-- no --> 1 < 2')
  expect(html).toBe(
    '<h1 id="a">A &amp; B</h1><ul><li>one</li><li>two</li></ul><p>x<br>y</p><p>z  1 &lt; 2</p>',
  )
})

test('scripts and styles are removed, whatever they contain', () => {
  expect(shallow('a<script>if (a<div) "</p>"</SCRIPT >b<style><p></style>c<script>').html).toBe('abc')
})

test.each([
  ['one element', '<div>'],
  ['end tags without a start', '<div></x>'],
  ['end tags out of order', '<b><i></b>'],
  ['cells in paragraphs', '<td><p>'],
  ['lists', '<ul><li>'],
  ['upper case', '<DIV><Div>'],
])('limits the nesting depth: %s', (_, part) => {
  const { html } = shallow(part.repeat(2_000))
  expect(depthOf(html)).toBeLessThanOrEqual(100)
})

test.each(['<div>', '<a<a', '<', '<!--', '</', '<a "', '<script', '<p><b>', "<x a='>"])(
  'takes linear time for a repetition of %s',
  (part) => {
    // Time of the processor: a busy machine pauses the test.
    const time = (length: number) => {
      const html = part.repeat(length / part.length)
      const begin = process.threadCpuUsage()
      shallow(html)
      const { user, system } = process.threadCpuUsage(begin)
      return (user + system) / 1_000
    }
    time(100_000)
    // Quadratic time would be sixteen times as long.
    expect(Math.min(time(800_000), time(800_000))).toBeLessThan(10 * Math.max(20, time(200_000)))
  },
)
