// A user has 60 documents extracted at once, some of them crafted to be slow (LIMIT-1).
import { randomBytes } from 'node:crypto'
import { readStream } from '../../../apps/server/test/talk.ts'
import { counted, type Attack } from './attack.ts'
import { headersOf, openSite, type Person, type Site } from './site.ts'

const DOCUMENTS = 60

export const readers: Attack = {
  what: 'one person sends 60 documents to be read; another sends one page',
  open: () => openSite(),
  async run(site, told) {
    const alone = await page(site)
    const statuses: (string | number)[] = []
    const leave = new AbortController()
    const many = Array.from({ length: DOCUMENTS }, (_, index) =>
      send(site, site.attacker, index % 6 === 0 ? nested() : pdf(400, index), leave.signal).then(
        (status) => statuses.push(status),
        () => statuses.push('left'),
      ),
    )
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const beside = [await page(site), await page(site), await page(site)]
    leave.abort()
    await Promise.all(many)
    const after = await page(site)
    told(
      `a page took ${alone} ms alone, ${beside.join(', ')} ms beside, ${after} ms after the asker left; the 60: ${counted(statuses)}`,
    )
    const worst = Math.max(...beside, after)
    return worst > 5_000 + alone ? [`another person's page took ${worst} ms`] : []
  },
}

const page = async (site: Site) => {
  const began = performance.now()
  await send(site, site.victim, { mime_type: 'text/html', bytes: Buffer.from('<p>Los 2</p>') })
  return Math.round(performance.now() - began)
}

interface File {
  readonly mime_type: string
  readonly bytes: Buffer
}

async function send(
  { product }: Site,
  person: Person,
  { mime_type, bytes }: File,
  signal?: AbortSignal,
): Promise<number> {
  const attachments = [{ name: 'a', mime_type, base64: bytes.toString('base64') }]
  const reply = await fetch(`${product.url}/api/v1/prompts/1/stream`, {
    method: 'POST',
    headers: headersOf(person),
    body: JSON.stringify({ projectTabId: person.tabId, prompt: 'What is this?', attachments }),
    ...(signal ? { signal } : {}),
  })
  if (reply.ok) await readStream(reply)
  else await reply.arrayBuffer()
  return reply.status
}

/** Returns 1.5 MB of nested elements. */
const nested = (): File => ({ mime_type: 'text/html', bytes: Buffer.from('<div>'.repeat(300_000)) })

/** Returns a PDF with that many pages of text. */
function pdf(pages: number, seed: number): File {
  const objects: string[] = ['<</Type/Catalog/Pages 2 0 R>>', '']
  const kids: string[] = []
  for (let index = 0; index < pages; index++) {
    const lines = Array.from({ length: 40 }, () => `(${randomBytes(24).toString('hex')} ${seed}) Tj T*`)
    const stream = `BT /F1 10 Tf 14 TL 40 800 Td ${lines.join(' ')} ET`
    const at = objects.length + 1
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${at + 1} 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>`,
      `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    )
    kids.push(`${at} 0 R`)
  }
  objects[1] = `<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`
  let text = '%PDF-1.7\n'
  const offsets: number[] = []
  for (const [index, body] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj${body}endobj\n`
  }
  const xref = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF`
  return { mime_type: 'application/pdf', bytes: Buffer.from(text, 'latin1') }
}
