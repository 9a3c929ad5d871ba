import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** Judges a password from 0 to 100; `known` are words that others know of the person. */
export type Judge = (password: string, known: readonly string[]) => number

/** The zxcvbn score of 0 to 4 times 25 (reading 2). Time grows with the square of the length, so only so much is judged. */
export function createJudge(length: number): Judge {
  const judge = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
  return (password, known) => judge.check(password.slice(0, length), [...known]).score * 25
}
