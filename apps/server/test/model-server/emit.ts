// Sends one scripted answer, with any fault of a model server.
import type { ServerResponse } from 'node:http'
import type { Pacer } from './pacer.ts'
import type { Settings } from './settings.ts'
import type { Stats } from './stats.ts'

/** Formats the events of an answer in a dialect. */
export interface Dialect {
  readonly contentType: string
  begin(): string
  token(text: string, index: number): string
  error(message: string): string
  end(sent: number, reason: 'stop' | 'length'): string
  comment: string
  garbage: string
  /** Starts a line that never ends. */
  openLine: string
}

export interface Answer {
  readonly settings: Settings
  readonly count: number
  readonly limited: boolean
  at(index: number): string
}

/** Sends the answer and updates the statistics: each counts as either finished or abandoned, and none stays open. */
export class Emission {
  readonly #res: ServerResponse
  readonly #answer: Answer
  readonly #dialect: Dialect
  readonly #stats: Stats
  readonly #pacer: Pacer
  #sent = 0
  #settled = false
  #start = 0

  constructor(res: ServerResponse, answer: Answer, dialect: Dialect, stats: Stats, pacer: Pacer) {
    this.#res = res
    this.#answer = answer
    this.#dialect = dialect
    this.#stats = stats
    this.#pacer = pacer
  }

  run(): void {
    const { settings } = this.#answer
    this.#stats.open++
    this.#stats.peakOpen = Math.max(this.#stats.peakOpen, this.#stats.open)
    this.#res.on('close', () => this.#settle(this.#res.writableFinished ? 'finished' : 'abandoned'))
    if (settings.head < 0) return
    if (settings.head > 0) this.#pacer.at(performance.now() + settings.head, () => this.#begin())
    else this.#begin()
  }

  #begin(): void {
    const { settings } = this.#answer
    if (this.#settled) return
    if (settings.cut === -2) return void this.#cut()
    if (settings.html) {
      this.#res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void this.#res.end(
        '<!doctype html>\n<html><title>Sign in</title><p>Welcome to the network\n</html>\n',
      )
    }
    this.#res.writeHead(200, { 'content-type': this.#dialect.contentType, 'cache-control': 'no-cache' })
    if (settings.raw !== '') return void this.#res.end(settings.raw)
    const begin = this.#dialect.begin()
    if (begin === '') this.#res.flushHeaders()
    else this.#write(begin)
    this.#start = performance.now() + settings.first
    if (settings.rate > 0 || settings.first > 0) this.#pacer.at(this.#start, () => this.#paced())
    else setImmediate(() => this.#flood())
  }

  /** Absolute deadlines, so that late ticks catch up. */
  #paced(): void {
    const { rate } = this.#answer.settings
    if (rate <= 0) return this.#flood()
    if (this.#step() === 'stop') return
    this.#pacer.at(this.#start + this.#sent * (1000 / rate), () => this.#paced())
  }

  #flood(): void {
    for (;;) {
      const next = this.#step()
      if (next === 'stop') return
      if (next === 'full') return void this.#res.once('drain', () => this.#flood())
    }
  }

  #step(): 'go' | 'full' | 'stop' {
    const { settings } = this.#answer
    if (this.#settled) return 'stop'
    const now = this.#sent === 0 ? -1 : this.#sent
    if (settings.cut === now) return this.#cut()
    if (settings.stall === now) return 'stop'
    if (settings.errorAt === now) return this.#end(this.#dialect.error(settings.message))
    if (settings.longLine > 0 && this.#sent === 1) return this.#longLine()
    if (settings.garbage === now) this.#write(this.#dialect.garbage)
    if (settings.badUtf8 === now) this.#badUtf8()
    if (this.#sent >= this.#answer.count) {
      const length = this.#answer.limited || settings.finish === 1
      return this.#end(settings.noEnd ? '' : this.#dialect.end(this.#sent, length ? 'length' : 'stop'))
    }
    this.#stats.tokens++
    const text = this.#dialect.token(this.#answer.at(this.#sent), this.#sent++)
    return this.#write((settings.comments ? this.#dialect.comment : '') + text) ? 'go' : 'full'
  }

  #write(text: string): boolean {
    const { settings } = this.#answer
    const lines = settings.crlf ? text.replaceAll('\n', '\r\n') : text
    if (settings.chunk === 0) return this.#res.write(lines)
    const bytes = Buffer.from(lines)
    for (let at = 0; at < bytes.length; at += settings.chunk)
      this.#res.write(bytes.subarray(at, at + settings.chunk))
    return !this.#res.writableNeedDrain
  }

  #end(last: string): 'stop' {
    if (last !== '') this.#write(last)
    this.#res.end()
    return 'stop'
  }

  #cut(): 'stop' {
    const { socket } = this.#res
    this.#settle('finished')
    // In a later turn, so that tokens before the cut are sent.
    setImmediate(() => (this.#answer.settings.fin ? socket?.destroySoon() : socket?.resetAndDestroy()))
    return 'stop'
  }

  #badUtf8(): void {
    const [before = '', after = ''] = this.#dialect.token('\u0001', this.#sent).split('\\u0001')
    this.#res.write(Buffer.concat([Buffer.from(before), Buffer.from([0xe2, 0x82]), Buffer.from(after)]))
  }

  #longLine(): 'stop' {
    const block = Buffer.alloc(65_536, 'x')
    let left = this.#answer.settings.longLine * 16
    this.#res.write(this.#dialect.openLine)
    const more = (): void => {
      while (left-- > 0 && !this.#settled) {
        this.#stats.longLineBytes += block.length
        if (!this.#res.write(block)) return void this.#res.once('drain', more)
      }
      this.#res.end()
    }
    more()
    return 'stop'
  }

  #settle(how: 'finished' | 'abandoned'): void {
    if (this.#settled) return
    this.#settled = true
    this.#stats.open--
    this.#stats[how]++
  }
}
