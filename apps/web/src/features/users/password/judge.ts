import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'

/** Rates a password from 0 to 100; `known` are words that others know about the user. */
export type Judge = (password: string, known: readonly string[]) => number

/** The zxcvbn score of 0 to 4 times 25 (SIGNIN-9). Its time is quadratic in the length, so the input is truncated. */
export function createJudge(length: number): Judge {
  const judge = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
  return (password, known) => judge.check(password.slice(0, length), [...known]).score * 25
}
