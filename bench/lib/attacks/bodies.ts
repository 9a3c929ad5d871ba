// A guest sends many large bodies at once, then many whose last byte never arrives (LIMIT-2, INPUT-1).
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { processUse } from '../figures.ts'
import { counted, within, type Attack } from './attack.ts'
import { headersOf, openSite, type Site } from './site.ts'

const BODIES = 36
const ATTACHMENTS = 10
const BASE64 = 13_300_000
const BACK_WITHIN_MB = 200
const piece = Buffer.alloc(1_000_000, 'A')

export const bodies: Attack = {
  what: 'a guest sends 36 bodies of 133 MB at once, then 30 that never end',
  open: () => openSite(),
  async run(site, told) {
    const { pid } = site.product
    const before = processUse(pid).rssMb
    let peak = before
    const watch = setInterval(() => (peak = Math.max(peak, processUse(pid).rssMb)), 100)
    try {
      const statuses = await Promise.all(Array.from({ length: BODIES }, () => send(site, true)))
      told(`whole bodies answered ${counted(statuses)}; memory ${before} MB before, ${peak} MB at most`)
      const open = Array.from({ length: 30 }, () => send(site, false))
      await Promise.race([Promise.all(open), sleep(20_000)])
      told(`while 30 bodies wait for their last byte: at most ${peak} MB`)
      hold.abort()
      told(`bodies without an end answered ${counted(await Promise.all(open))}`)
      const isBack = await within(60_000, () => processUse(pid).rssMb <= before + BACK_WITHIN_MB)
      told(`a minute later ${processUse(pid).rssMb} MB`)
      return [
        ...(isBack ? [] : ['memory did not come back']),
        ...(peak > before + 1_500 ? [`memory rose to ${peak} MB`] : []),
      ]
    } finally {
      clearInterval(watch)
    }
  },
}

const hold = new AbortController()

/** Sends a valid question with ten large attachments: completely, or without the last byte. */
function send({ product, attacker }: Site, whole: boolean): Promise<number | string> {
  const head = `{"projectTabId":${attacker.tabId},"prompt":"What is this?","attachments":[`
  const each = (index: number) =>
    `${index ? ',' : ''}{"name":"${index}.txt","mime_type":"text/plain","base64":"`
  const texts = Array.from({ length: ATTACHMENTS }, (_, index) => each(index).length + BASE64 + 2)
  const length = head.length + texts.reduce((sum, one) => sum + one, 0) + 2
  return new Promise((resolve) => {
    const request = http.request(`${product.url}/api/v1/prompts/1/stream`, {
      method: 'POST',
      agent: false,
      headers: { ...headersOf(attacker), 'content-length': length },
      ...(whole ? {} : { signal: hold.signal }),
    })
    request.on('error', (error) => resolve(error.message))
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
    void write(request, head, each, whole)
  })
}

async function write(
  request: http.ClientRequest,
  head: string,
  each: (index: number) => string,
  whole: boolean,
): Promise<void> {
  const put = (text: string | Buffer) =>
    new Promise<void>((resolve) => {
      if (request.destroyed) return resolve()
      const done = () => {
        request.off('close', done)
        resolve()
      }
      request.once('close', done)
      request.write(text, done)
    })
  await put(head)
  for (let index = 0; index < ATTACHMENTS && !request.destroyed; index++) {
    await put(each(index))
    for (let left = BASE64; left > 0 && !request.destroyed; left -= piece.length)
      await put(left < piece.length ? piece.subarray(0, left) : piece)
    await put('"}')
  }
  await put(']')
  if (whole && !request.destroyed) request.end('}')
}
