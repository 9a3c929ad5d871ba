// Splits chats into batches for one request each: a number of chats, with a limited body size and number of keys. Pure.
import { cutText, nameOfQuestion } from '@polylogue/contract/browser'
import { fitting, LIMITS, type Batch, type FoundChat, type Turn } from './formats.ts'

export interface Portions {
  batches: Batch[]
  /** Number of chats that were split into several tabs. */
  split: number
  /** Number of texts that were truncated. */
  cut: number
}

/** Names for unnamed chats and for the parts of long ones. */
export interface Naming {
  unnamed: string
  part(name: string, number: number): string
}

export function portionsOf(chats: readonly FoundChat[], naming: Naming, most = LIMITS.chats): Portions {
  const result: Portions = { batches: [], split: 0, cut: 0 }
  let load = { chats: most, keys: 0, bytes: 0 }
  for (const chat of chats) {
    const turns = chat.turns.map((turn) => fitting(turn, () => (result.cut += 1)))
    const parts = partsOf(turns)
    if (parts.length > 1) result.split += 1
    for (const [index, part] of parts.entries()) {
      const weight = weightOf(part)
      const fits =
        load.chats < most &&
        load.keys + weight.keys <= LIMITS.keys &&
        load.bytes + weight.bytes <= LIMITS.bytes
      if (!fits) {
        result.batches.push([])
        load = { chats: 0, keys: 0, bytes: 0 }
      }
      const name =
        nameOf(chat.name) || nameOf(nameOfQuestion(chat.turns[0]?.queryText ?? '')) || nameOf(naming.unnamed)
      result.batches.at(-1)?.push({
        name: parts.length > 1 ? naming.part(nameOf(name, 150), index + 1) : name,
        turns: part,
        // The parts of a long chat have the times of their turns.
        ...(parts.length === 1 && chat.created ? { created: chat.created } : {}),
        ...(parts.length === 1 && chat.modified ? { modified: chat.modified } : {}),
      })
      load = { chats: load.chats + 1, keys: load.keys + weight.keys, bytes: load.bytes + weight.bytes }
    }
  }
  return result
}

const nameOf = (name: string, most = LIMITS.name): string =>
  cutText(name.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim(), most)

/** Splits turns into parts that each fit into one request. */
function partsOf(turns: readonly Turn[]): Turn[][] {
  const parts: Turn[][] = [[]]
  let load = { keys: 0, bytes: 0 }
  for (const turn of turns) {
    const weight = weightOfTurn(turn)
    if (load.keys + weight.keys > LIMITS.keys || load.bytes + weight.bytes > LIMITS.bytes) {
      if (parts.at(-1)?.length) parts.push([])
      load = { keys: 0, bytes: 0 }
    }
    parts.at(-1)?.push(turn)
    load = { keys: load.keys + weight.keys, bytes: load.bytes + weight.bytes }
  }
  return parts
}

interface Weight {
  keys: number
  bytes: number
}

/** Estimates the size of a turn in a body: up to three bytes per character. */
function weightOfTurn(turn: Turn): Weight {
  const letters = Object.values(turn).map((value) => (typeof value === 'string' ? value.length : 1))
  const { pictures = [] } = turn
  // In base64, with their names.
  const encoded = pictures.reduce((sum, { blob }) => sum + (blob?.size ?? 0) * (4 / 3) + 1_000, 0)
  return {
    keys: letters.length + 4 * pictures.length,
    bytes: letters.reduce((sum, length) => sum + length * 3, 200) + encoded,
  }
}

/** Estimates the size of a chat, including its name. */
function weightOf(turns: readonly Turn[]): Weight {
  return turns
    .map(weightOfTurn)
    .reduce((sum, one) => ({ keys: sum.keys + one.keys, bytes: sum.bytes + one.bytes }), {
      keys: 4,
      bytes: 1_000,
    })
}
