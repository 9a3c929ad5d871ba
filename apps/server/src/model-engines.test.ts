// The product with and without node-llama-cpp.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { configFileSchema } from './config-file.ts'
import { installedLlama } from './engines/embedded/embedded.ts'
import { enginesOf } from './model-engines.ts'
import { openLog } from './platform/log.ts'
import { openOutbound } from './platform/outbound/index.ts'

const nowhere = pathToFileURL(join(tmpdir(), 'nowhere', 'main.js')).href
const provider = { id: 2, typeId: 5, kind: 'embedded', name: 'Embedded', addresses: [], apiKey: undefined }
const wished = { ...provider, isLocal: true, oldServer: false, atOnce: 4, source: 'environment' }

function engines(installed: () => string | undefined, embedded = {}) {
  let logged = ''
  const log = openLog('info', { write: (line) => void (logged += line) })
  const config = {
    version: '1',
    host: '127.0.0.1',
    port: 0,
    dataDir: tmpdir(),
    databaseUrl: undefined,
    admin: undefined,
    secret: undefined,
    engines: { ollamaUrl: undefined, openaiBaseUrl: undefined, openaiApiKey: undefined },
    s3: undefined,
    file: configFileSchema.parse({ embedded }),
  }
  const help = { passages: () => Promise.resolve([]) }
  return { ...enginesOf({ config, log, outbound: openOutbound({ log }) }, help, installed), logged }
}

describe('the embedded engine', () => {
  test('is not connected, which is logged once, when node-llama-cpp is not installed', () => {
    expect(installedLlama(nowhere)).toBeUndefined()
    const { connect, embedded, logged } = engines(() => installedLlama(nowhere))
    expect(embedded).toBe('missing')
    expect(connect(wished)).toBeUndefined()
    expect(logged.trim().split('\n')).toHaveLength(1)
    expect(logged).toContain('node-llama-cpp is not installed')
  })

  test('is neither connected nor logged when it is disabled', () => {
    const { connect, embedded, logged } = engines(() => '3', { enabled: false })
    expect([embedded, logged]).toEqual(['off', ''])
    expect(connect(wished)).toBeUndefined()
  })

  test('reports its version when it is installed', async () => {
    const { connect, embedded } = engines(() => '3.22.1')
    expect(embedded).toBe('ready')
    const engine = connect(wished)
    expect(await engine?.health(new AbortController().signal)).toEqual({ ok: true, version: '3.22.1' })
    await engine?.close()
  })
})
