import { readdir, readFile, writeFile, mkdir } from 'node:fs/promises'
import { join, dirname, relative } from 'node:path'
import { fileTypeOf } from '@polylogue/contract'
import { openDocuments } from '../apps/server/src/platform/documents/index.ts'
const [folder, out] = process.argv.slice(2)
const pattern = new RegExp(process.argv[4] ?? '.', 'i')
const T: Record<string,string> = { xlsx:'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xls:'application/vnd.ms-excel', ods:'application/vnd.oasis.opendocument.spreadsheet', csv:'text/csv', xlsm:'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', xltx:'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', tsv:'text/csv', txt:'text/plain', eml:'message/rfc822', msg:'application/vnd.ms-outlook', pdf:'application/pdf', html:'text/html', htm:'text/html', xml:'text/plain', srt:'text/plain', docx:'application/vnd.openxmlformats-officedocument.wordprocessingml.document', pptx:'application/vnd.openxmlformats-officedocument.presentationml.presentation', odt:'application/vnd.oasis.opendocument.text', odp:'application/vnd.oasis.opendocument.presentation', rtf:'application/rtf', epub:'application/epub+zip' }
const documents = openDocuments()
const list = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(x => x.isFile())
async function one(f: any) {
  const path = join(f.parentPath, f.name)
  if (!pattern.test(path)) return
  const bytes = await readFile(path)
  const ending = f.name.split('.').at(-1)!.toLowerCase()
  const kind = (() => { try { return (fileTypeOf as any)(f.name, bytes) } catch (e) { return String(e) } })()
  const mimeType = T[ending] ?? (process.argv[5] || 'text/plain')
  let text = ''
  try {
    const t0 = performance.now()
    const r: any = await documents.read({ mimeType, size: bytes.length, bytes: () => [bytes] } as any, { key: 'x' + Math.random() })
    text = `# ${mimeType} pages ${r.pages} warnings ${JSON.stringify(r.warnings)} ${Math.round(performance.now()-t0)}ms\n` + JSON.parse(r.json.toString()).map((b: any) => `[${b.kind}${b.level??''} p${b.page??''}${b.head!==undefined?' head='+JSON.stringify(b.head):''}]\n${b.text}`).join('\n')
  } catch (e: any) { text = `# FAILED ${e?.code ?? ''} ${e?.reason ?? ''} ${JSON.stringify(e?.params ?? {})} ${String(e)}` }
  const o = join(out, relative(folder, path) + '.txt')
  await mkdir(dirname(o), { recursive: true }); await writeFile(o, text)
}


const it = list[Symbol.iterator]()
await Promise.all([0,1].map(async () => { for (const f of it) await one(f) }))
documents.close()
