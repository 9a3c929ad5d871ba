// RTF, read token by token in one pass: no library reads its tables, notes and encodings.
import type { Block, BlockDocument } from '../../blocks.ts'
import { plainTitle } from '../ooxml/package.ts'
import type { Reader } from '../reader.ts'
import { Machine } from './machine.ts'
import { readTokens } from './tokens.ts'

/** Loads the reader of RTF. */
export function loadRtf(): Promise<Reader> {
  return Promise.resolve((bytes) => Promise.resolve(read(bytes)))
}

function read(bytes: Uint8Array): BlockDocument {
  const machine = new Machine(bytes)
  readTokens(bytes, machine)
  while (machine.isOpen) machine.close()
  const text = machine.body.end(machine.paragraph)
  const { heads, feet, title } = machine
  const isTitled = text.length > 0 && !text.some(({ kind }) => kind === 'heading') && plainTitle(title) !== ''
  const blocks: Block[] = isTitled ? [{ kind: 'heading', text: plainTitle(title), level: 1 }] : []
  for (const block of heads) blocks.push(block)
  for (const block of text) blocks.push(block)
  for (const block of feet) blocks.push(block)
  return { blocks, pages: null, warnings: machine.counts.warnings() }
}
