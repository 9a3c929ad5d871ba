// Counts the source files whose functions run for one question to Guide, from its request to the stored answer. What also runs
// while nobody asks is left out.
//   node bench/prompt-files.ts
import { Session } from 'node:inspector/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@polylogue/contract'
import { withApp } from './lib/in-process.ts'

const IDLE_MS = 3_000

await withApp(async (_db, { client }) => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const { data } = await client.call(contract.projects.create, { body: { name: 'Plan' } })
  const tab = await client.call(contract.tabs.create, { params: { id: data.project.id }, body: {} })
  const ask = () =>
    client.call(contract.answers.ask, {
      params: { id: 1 },
      body: { modelTagId: 1, projectTabId: tab.data.projecttab.id, prompt: 'How do I share a project?' },
    })
  /** The files with functions that ran since the last call. */
  const ran = async (): Promise<string[]> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return result
      .filter(({ url }) => /\/(?:apps\/server|packages\/[a-z]+)\/src\//.test(url))
      .filter(({ functions }) =>
        functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
      )
      .map(({ url }) => url.replace(/^.*\/(?=(?:apps|packages)\/)/, ''))
      .toSorted()
  }
  for (let time = 0; time < 3; time += 1) await ask()
  await sleep(IDLE_MS)
  await ran()
  await sleep(IDLE_MS)
  const idle = new Set(await ran())
  await ask()
  const files = (await ran()).filter((file) => !idle.has(file))
  console.log(`${files.length} files ran for one question (${idle.size} of background work left out)`)
  for (const file of files) console.log(`  ${file}`)
})
process.exit(0)
