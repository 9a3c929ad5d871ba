// Runs many token streams in parallel and checks every token: the text of token i is "<i> " (apps/server/test/model-server).
import http from 'node:http'
import { summary } from './figures.ts'

const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity })

export interface Target {
  url: string
  headers: Record<string, string>
  /** Returns the request body of the n-th stream. */
  body(index: number): unknown
  /** Returns the text of one `data:` line; null at the end. Throws when the line reports a failed answer. */
  textOf(data: string): string | undefined | null
}

/** The model server itself, in the OpenAI dialect. */
export const direct = (url: string, model = 'mock'): Target => ({
  url: `${url}/v1/chat/completions`,
  headers: {},
  body: () => ({ model, stream: true, messages: [{ role: 'user', content: 'Count.' }] }),
  textOf(data) {
    if (data === '[DONE]') return null
    const chunk = JSON.parse(data) as { choices?: { delta?: { content?: string } }[] }
    return chunk.choices?.[0]?.delta?.content
  },
})

/** A model at an address that speaks the OpenAI dialect; errors inside the stream are reported. */
export const openAi = (url: string, headers: Record<string, string>, model: string): Target => ({
  url,
  headers,
  body: () => ({ model, stream: true, messages: [{ role: 'user', content: 'Count.' }] }),
  textOf(data) {
    if (data.startsWith('{"error"')) throw new Error(data.slice(0, 200))
    return direct('').textOf(data)
  },
})

/** The product's own stream, signed in and saved: one tab per stream. */
export const product = (url: string, token: string, tagId: number, tabIds: readonly number[]): Target => ({
  url: `${url}/api/v1/prompts/${tagId}/stream`,
  headers: { authorization: `Bearer ${token}`, 'x-requested-with': 'XMLHttpRequest' },
  body: (index) => ({ projectTabId: tabIds[index % tabIds.length], prompt: 'Count.' }),
  textOf(data) {
    if (data === '[STREAM-DONE]') return null
    if (data.includes('"errorCode":"') && !data.includes('"query"')) throw new Error(data.slice(0, 200))
    const text = (JSON.parse(data) as { responseText?: string }).responseText
    return text === '' ? undefined : text
  },
})

export interface LoadResult {
  streams: number
  seconds: number
  tokens: number
  firstMs: ReturnType<typeof summary>
  gapMs: ReturnType<typeof summary>
  lost: number
  wrongOrder: number
  problems: Record<string, number>
}

/** The counts of a running load. */
export interface Progress {
  /** Streams with their first token, and ended ones. */
  begun: number
  ended: number
  tokens: number
}

/**
 * Runs `streams` streams in parallel, started evenly over `rampMs`; each must deliver `expect` tokens. Counts in `progress` as it
 * goes.
 */
export async function runLoad(
  target: Target,
  load: { streams: number; rampMs: number; expect: number },
  progress: Progress = { begun: 0, ended: 0, tokens: 0 },
): Promise<LoadResult> {
  const out = {
    first: [] as number[],
    gaps: [] as number[],
    tokens: 0,
    lost: 0,
    wrongOrder: 0,
    progress,
    problems: {} as Record<string, number>,
  }
  const began = performance.now()
  await Promise.all(
    Array.from({ length: load.streams }, async (_, index) => {
      await new Promise((resolve) => setTimeout(resolve, (index * load.rampMs) / load.streams))
      await oneStream(target, index, load.expect, out).catch((error: unknown) => {
        const problem = error instanceof Error ? error.message : String(error)
        out.problems[problem] = (out.problems[problem] ?? 0) + 1
      })
      progress.ended++
    }),
  )
  return {
    streams: load.streams,
    seconds: Math.round((performance.now() - began) / 10) / 100,
    tokens: out.tokens,
    firstMs: summary(out.first),
    gapMs: summary(out.gaps),
    lost: out.lost,
    wrongOrder: out.wrongOrder,
    problems: out.problems,
  }
}

interface Sums {
  first: number[]
  gaps: number[]
  tokens: number
  lost: number
  wrongOrder: number
  progress: Progress
}

function oneStream(target: Target, index: number, expect: number, out: Sums): Promise<void> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const body = JSON.stringify(target.body(index))
    let next = 0
    let lastAt = 0
    let words = ''
    let ended = false
    const take = (text: string, now: number) => {
      words += text
      for (let cut = words.indexOf(' '); cut >= 0; cut = words.indexOf(' ')) {
        const number = Number(words.slice(0, cut))
        words = words.slice(cut + 1)
        if (number !== next) out.wrongOrder++
        next = number + 1
        out.tokens++
        out.progress.tokens++
        if (lastAt === 0) {
          out.first.push(now - began)
          out.progress.begun++
        } else out.gaps.push(now - lastAt)
        lastAt = now
      }
    }
    const request = http.request(target.url, {
      method: 'POST',
      agent,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        ...target.headers,
      },
    })
    request.on('error', reject)
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume()
        reject(new Error(`HTTP ${response.statusCode}`))
        return
      }
      let pending = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        const now = performance.now()
        const lines = (pending + chunk).split('\n')
        pending = lines.pop() ?? ''
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue
          try {
            const text = target.textOf(line.slice(6))
            if (text === null) ended = true
            else if (text) take(text, now)
          } catch (error) {
            request.destroy(error as Error)
          }
        }
      })
      response.on('error', reject)
      response.on('end', () => {
        out.lost += expect - next
        if (ended) resolve()
        else reject(new Error('ended without its end'))
      })
    })
    request.end(body)
  })
}
