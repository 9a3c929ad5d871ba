import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { temporaryDir } from '#test/db.ts'
import { NODE_OPTIONS } from './node-options.ts'

// The first line of the program is the third of its source.
const PROGRAM = `import { getCallSites } from 'node:util'; console.log(getCallSites()[0].scriptName); console.log(new Error('here').stack)
//# sourceMappingURL=program.mjs.map`
const MAP = { version: 3, sources: ['source.ts'], names: [], mappings: 'AAEA' }

test('the stacks of errors name the sources, while looking for callers reads no source map', async () => {
  const dir = await temporaryDir()
  await writeFile(join(dir, 'program.mjs'), PROGRAM)
  await writeFile(join(dir, 'program.mjs.map'), JSON.stringify(MAP))
  const { stdout } = await promisify(execFile)(process.execPath, [...NODE_OPTIONS, join(dir, 'program.mjs')])
  const [caller, ...stack] = stdout.split('\n')
  expect(caller).toMatch(/program\.mjs$/)
  expect(stack.join('\n')).toMatch(/source\.ts:3/)
})
