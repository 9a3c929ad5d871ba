// Page performance with 4 times CPU throttling (`export` without); product and browser run on this machine.
//   node bench/page.ts [--only load,long,stream,type,memory,paste,export] [--answers 200]
import { parseArgs } from 'node:util'
import { exporting } from './lib/page-exports.ts'
import { loading } from './lib/page-loading.ts'
import { longChats } from './lib/page-long.ts'
import { memory } from './lib/page-memory.ts'
import { streaming } from './lib/page-streaming.ts'
import { pasting, typing } from './lib/page-typing.ts'

const { values } = parseArgs({ options: { only: { type: 'string' }, answers: { type: 'string' } } })
const parts = {
  load: loading,
  long: longChats,
  stream: streaming,
  type: typing,
  paste: pasting,
  export: exporting,
  memory: () => memory(Number(values.answers ?? 200)),
}
const wished = values.only?.split(',') ?? Object.keys(parts)
for (const name of wished) {
  const part = parts[name as keyof typeof parts]
  if (!part) throw new Error(`There is no part ${name}: ${Object.keys(parts).join(', ')}`)
  for (const [what, figure] of Object.entries(await part()))
    console.log(`${name.padEnd(8)} ${what.padEnd(62)} ${figure}`)
}
