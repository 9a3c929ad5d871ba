// The conversation of a visitor with one chatbot. It goes on when the element leaves the page and comes back.
import type { VisitorMessage, VisitorSession } from '@polylogue/contract'
import { EMPTY_ANSWER, foldAnswer, MESSAGE_STATE } from '@polylogue/contract/browser'
import { dataOf, eventsOf, send, type Refusal } from './calls.ts'
import { keep, type Kept } from './storage.ts'

/** A question with its answer. `id` is 0 until the server has told it. */
export interface Turn extends Omit<VisitorMessage, 'created' | 'errorCode'> {
  errorCode: string | null
  /** Of a refusal: seconds to wait, or the characters that a question can have. */
  amount: number
  /** When it was refused. */
  since: number
  /** Place in the queue. */
  ahead: number | undefined
  /** Asked on this page, so that its answer is read out. */
  isNew: boolean
}

type Renew = () => Promise<string>
/** A session that a server has opened, or a way to one. */
export type Token = string | Renew | undefined

/** Stopping waits so long for the server. */
const ABORT_MS = 1_000
const POLL_MS = 1_000
/** Failed polls before the visitor is told. */
const PATIENCE = 8

const STATES: Readonly<Record<number, Turn['state']>> = {
  [MESSAGE_STATE.done]: 'done',
  [MESSAGE_STATE.failed]: 'failed',
  [MESSAGE_STATE.aborted]: 'stopped',
}

const turnOf = (question: string, state: Turn['state']): Turn => ({
  id: 0,
  question,
  answer: '',
  state,
  errorCode: null,
  amount: 0,
  since: 0,
  ahead: 0,
  missed: false,
  sources: [],
  rating: 0,
  isNew: !!question,
})

export const pause = (ms: number): Promise<unknown> => new Promise((resolve) => setTimeout(resolve, ms))
const ignore = (): void => {}

export class Chat {
  turns: Turn[] = []
  /** Called after each change; with the turn whose answer has ended. */
  onChange: (ended?: Turn) => void = ignore
  running: AbortController | undefined
  readonly #address: string
  readonly #kept: Kept
  readonly #begin: Renew

  /** `address`: of the chatbot's calls, with a slash at its end. `renew` opens sessions after that of a given token. */
  constructor(address: string, kept: Kept, given: Token, renew?: Renew) {
    this.#address = address
    const isGiven = typeof given === 'string'
    // A given session stays apart from that of the site's visitor.
    this.#kept = isGiven ? keep('', false) : kept
    if (isGiven) this.#kept('token', given)
    this.#begin =
      (isGiven ? renew : given) ??
      (async () => {
        if (isGiven) throw Object.assign(new Error(), { code: 'TOKEN_INVALID' })
        return (await dataOf<{ session: VisitorSession }>(this.send('sessions', 'POST', {}))).session.token
      })
  }

  /** Reads the messages of earlier pages, and follows an answer that is still being written. */
  async load(): Promise<void> {
    if (this.running || !this.#kept('token')) return
    await this.#sync().catch(ignore)
    const last = this.turns.at(-1)
    if (last?.state === 'answering') await this.run(last)
  }

  ask(question: string): Promise<void> {
    const turn = turnOf(question, 'failed')
    this.turns.push(turn)
    return this.run(turn)
  }

  /** Asks the question of a failed turn, unless the server has got it after all; follows the answer to its end. */
  async run(turn: Turn): Promise<void> {
    const running = (this.running = new AbortController())
    const { signal } = running
    const work = async (): Promise<void> => {
      if (turn.errorCode === 'OFFLINE' && this.#kept('token')) await this.#sync(signal)
      if (turn.state === 'failed')
        await this.#ask(Object.assign(turn, turnOf(turn.question, 'answering')), signal)
      await this.#poll(turn, signal)
    }
    const aborted = new Promise((resolve) => (signal.onabort = resolve))
    await Promise.race([work(), aborted]).catch(({ code, amount }: Refusal) =>
      Object.assign(turn, { state: 'failed', errorCode: code, amount, since: Date.now() }),
    )
    if (signal.aborted) turn.state = 'stopped'
    this.running = undefined
    this.onChange(turn)
  }

  stop(): void {
    const { running } = this
    this.send('stream', 'DELETE').catch(ignore)
    setTimeout(() => running?.abort(), ABORT_MS)
  }

  /** Forgets the session and its conversation. */
  forget(): void {
    this.running?.abort()
    this.#kept('token', '')
    this.turns = []
    this.onChange()
  }

  /** Sends another call of the session. */
  send(path: string, method: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
    return send(this.#address + path, method, this.#kept('token'), body, signal)
  }

  async #ask(turn: Turn, signal: AbortSignal): Promise<void> {
    this.onChange()
    const post = async (): Promise<Response> => {
      // Perhaps another page of the site has opened one.
      if (!this.#kept('token')) this.#kept('token', await this.#begin())
      return this.send('stream', 'POST', { prompt: turn.question }, signal)
    }
    const response = await post().catch((error: Refusal) => {
      // The session has ended: the question opens another one.
      if (error.code !== 'TOKEN_INVALID') throw error
      this.#kept('token', '')
      return post()
    })
    let answer = EMPTY_ANSWER
    for await (const [id, event] of eventsOf(response)) {
      if (signal.aborted) return
      answer = foldAnswer(answer, event)
      const { state, text, phase, ahead, errorCode, sources } = answer
      Object.assign(turn, {
        id: id ?? turn.id,
        answer: text,
        ahead: phase === 'queued' && ahead,
        errorCode,
        sources: sources.map((source) => ({ ...source, number: source.id })),
        // The finished message, which also says whether nothing was found, and which documents open.
        ...(answer.query as Partial<Turn>),
        state: STATES[state] ?? 'answering',
      })
      this.onChange()
    }
  }

  /** After a broken connection or on another page: reads the message each second until its answer has ended. */
  async #poll(turn: Turn, signal: AbortSignal): Promise<void> {
    for (let failed = 0; turn.state === 'answering' && !signal.aborted;)
      try {
        await this.#sync(signal)
        failed = 0
        if (turn.state === 'answering') await pause(POLL_MS)
      } catch (error) {
        failed += 1
        if (failed > PATIENCE || (error as Refusal).code !== 'OFFLINE') throw error
        await pause(POLL_MS)
      }
  }

  /** Takes the messages from the server, also that of a question which it got without telling its id. */
  async #sync(signal?: AbortSignal): Promise<void> {
    const { messages } = await dataOf<{ messages: VisitorMessage[] }>(
      this.send('messages', 'GET', undefined, signal),
    )
    for (const message of messages) {
      let turn = this.turns.find(({ id, question }) =>
        id ? id === message.id : question === message.question,
      )
      if (!turn) this.turns.push((turn = turnOf('', 'done')))
      Object.assign(turn, message)
    }
    this.onChange()
  }
}
