// What another converter publishes for the documents of its own tests: `sources/NAME` beside `groundtruth/NAME.md`.
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { OtherReading } from './other-readers.ts'

/** Reads the published output of a document; undefined without one. */
export async function publishedReading(path: string): Promise<OtherReading | undefined> {
  const folder = join(dirname(path), '..', 'groundtruth')
  for (const name of [basename(path), basename(path).replace(/\.[^.]+$/, '')]) {
    const markdown = await readFile(join(folder, `${name}.md`), 'utf8').catch(() => undefined)
    if (markdown !== undefined) return markdownReading(markdown)
  }
  return undefined
}

/** The line below the head of a table. */
const RULE = /^\|(?:\s*:?-+:?\s*\|)+\s*$/

function markdownReading(markdown: string): OtherReading {
  const lines = markdown
    .replaceAll(/<!--[\s\S]*?-->/g, ' ')
    .split('\n')
    .filter((line) => !RULE.test(line.trim()))
  const isRow = (line: string) => /^\|.*\|\s*$/.test(line.trim())
  const all = lines.map((line) => (isRow(line) ? cellsOf(line) : undefined))
  // A merged cell is repeated in all of its places, which no reader sees.
  const once = all.map((cells, at) =>
    cells?.filter((cell, index) => cell !== cells[index - 1] && cell !== all[at - 1]?.[index]),
  )
  return {
    text: lines.map((line, at) => once[at]?.join(' ') ?? plain(line)).join('\n'),
    rows: all
      .map((cells = []) => cells.filter((cell, index) => cell !== cells[index - 1]))
      .filter((cells) => cells.filter(Boolean).length > 1),
  }
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => plain(cell).trim())

/** Returns a line without the marks of Markdown and the addresses of links. */
const plain = (line: string): string =>
  line
    .replaceAll(/!?\[((?:[^[\]\\]|\\.)*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1')
    .replaceAll(/^\s*(?:#{1,6} |[-*] (?:\[[ x]\] )?)/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>$&])/g, '$1')
