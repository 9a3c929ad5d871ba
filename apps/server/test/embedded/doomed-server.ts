// Loads a model, sends the id of its process to the parent, and waits to be killed.
import { openLog } from '#platform/log.ts'
import { openOutbound } from '#platform/outbound/index.ts'
import { openModelFiles } from '#engines/embedded/files/index.ts'
import { createEmbedded } from '#engines/embedded/embedded.ts'
import { modelProcesses } from './tiny-models.ts'

const [, , folder = '', model = ''] = process.argv
const log = openLog('silent')
const files = openModelFiles({ folder, catalogue: [], outbound: openOutbound({ log }), log })
const engine = createEmbedded({ files, log, threads: 1 })
for await (const progress of engine.load?.(model, new AbortController().signal) ?? [])
  if (progress.state === 'ready') process.send?.(modelProcesses()[0])
