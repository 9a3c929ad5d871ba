import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ggufBytes, type Entry, type Tensor } from '../test/gguf-bytes.ts'
import { GgufError, type ByteSource } from './gguf-bytes.ts'
import { readModel } from './gguf-model.ts'

const ENTRIES: readonly Entry[] = [
  ['general.architecture', 'str', 'llama'],
  ['general.alignment', 'u32', 32],
  ['llama.context_length', 'u32', 4_096],
  ['llama.block_count', 'u32', 2],
  ['llama.embedding_length', 'u32', 64],
  ['llama.attention.head_count', 'u32', 4],
  ['llama.attention.head_count_kv', 'u32', 2],
  ['tokenizer.ggml.tokens', 'strings', ['<s>', 'a', 'b']],
  ['tokenizer.ggml.scores', 'floats', [0, 1, 2]],
  ['tokenizer.chat_template', 'str', '{% if tools %}{% endif %}{{ enable_thinking }}'],
]
const TENSORS: readonly Tensor[] = [
  { name: 'token_embd.weight', dims: [64, 3], data: new Float32Array(192), half: true },
  { name: 'output_norm.weight', dims: [64], data: new Float32Array(64), half: false },
]
const GOOD = ggufBytes(ENTRIES, TENSORS)

/** The same header with changed, additional or removed entries. */
function changed(changes: Readonly<Record<string, Entry | undefined>>): Buffer {
  const kept = ENTRIES.filter(([key]) => !(key in changes))
  return ggufBytes([...kept, ...Object.values(changes).filter((entry) => entry !== undefined)], TENSORS)
}

function sourceOf(bytes: Uint8Array): ByteSource & { readBytes: number } {
  return {
    size: bytes.length,
    readBytes: 0,
    async read(position, length) {
      const read = bytes.slice(position, position + length)
      this.readBytes += read.length
      return read
    },
  }
}

async function reasonOf(bytes: Uint8Array): Promise<string> {
  try {
    await readModel(sourceOf(bytes))
    return 'fits'
  } catch (error) {
    if (error instanceof GgufError) return error.reason
    throw error
  }
}

/** The file with bytes overwritten at `offset` after the end of a text. */
function patched(after: string, offset: number, write: (view: DataView, at: number) => void): Buffer {
  const bytes = Buffer.from(GOOD)
  const at = bytes.indexOf(after)
  if (at < 0) throw new Error(`no ${after}`)
  write(new DataView(bytes.buffer, bytes.byteOffset), at + after.length + offset)
  return bytes
}

test('reads the properties of the model from a valid file', async () => {
  expect(await readModel(sourceOf(GOOD))).toEqual({
    architecture: 'llama',
    contextLength: 4_096,
    embeddings: false,
    thinking: true,
    tools: true,
    // 2 layers × 2 key heads × (16 + 16) × 2 bytes
    bytesPerToken: 256,
  })
})

test('detects embedding models by architecture, pooling type and chat template', async () => {
  const pooling: Entry = ['llama.pooling_type', 'u32', 1]
  const isEmbedding = async (bytes: Buffer) => (await readModel(sourceOf(bytes))).embeddings
  expect(await isEmbedding(changed({ pooling }))).toBe(false)
  expect(await isEmbedding(changed({ pooling, 'tokenizer.chat_template': undefined }))).toBe(true)
  expect(await isEmbedding(changed({ pooling: ['llama.pooling_type', 'u32', 3] }))).toBe(true)
  const bert = ENTRIES.map(([key, ...rest]) => {
    const renamed = key.replace(/^llama/, 'nomic-bert')
    return [renamed, ...(key === 'general.architecture' ? ['str', 'nomic-bert'] : rest)] as unknown as Entry
  })
  const model = await readModel(sourceOf(ggufBytes(bert, TENSORS)))
  expect(model).toMatchObject({ embeddings: true, bytesPerToken: 0 })
})

test('sums the bytes per token over layers that differ', async () => {
  const kv: Entry = ['llama.attention.head_count_kv', 'ints', [2, 0]]
  const model = await readModel(sourceOf(changed({ 'llama.attention.head_count_kv': kv })))
  expect(model.bytesPerToken).toBe(128)
})

describe('a hostile or broken file', () => {
  const u32 = (key: string, value: number): Entry => [key, 'u32', value]
  const named = (key: string, value: number) => changed({ [key]: u32(key, value) })
  const at = (offset: number, value: number) => {
    const bytes = Buffer.from(GOOD)
    bytes.writeUInt32LE(value, offset)
    return bytes
  }
  const kinds: readonly (readonly [string, Buffer, string])[] = [
    ['empty', Buffer.alloc(0), 'is not a GGUF file'],
    ['a web page', Buffer.from('<!doctype html><title>Sign in</title>'), 'is not a GGUF file'],
    ['version 1', at(4, 1), 'version 1'],
    ['big-endian byte order', at(4, 0x0300_0000), 'byte order'],
    ['2^60 tensors', at(12, 0x1000_0000), 'no model has'],
    ['2^40 tensors', at(12, 0x100), 'parts'],
    ['more tensors than a safe integer', at(12, 0xffff_ffff), 'no model has'],
    ['2^40 properties', at(20, 0x100), 'properties'],
    ['no tensors', ggufBytes(ENTRIES, []), 'no weights'],
    ['no attention heads', named('llama.attention.head_count', 0), 'attention heads'],
    ['a head count that does not divide', named('llama.attention.head_count', 5), 'divide'],
    ['a key head count that does not divide', named('llama.attention.head_count_kv', 3), 'divide'],
    [
      'head counts for another number of layers',
      changed({ 'llama.attention.head_count': ['llama.attention.head_count', 'ints', [4, 4, 4]] }),
      'attention heads',
    ],
    ['a context of 2^30', named('llama.context_length', 2 ** 30), 'context length'],
    ['no context length', changed({ 'llama.context_length': undefined }), 'does not tell its context length'],
    ['a million layers', named('llama.block_count', 1_000_000), 'number of layers'],
    [
      'an unsupported architecture',
      changed({ 'general.architecture': ['general.architecture', 'str', 'clip'] }),
      'kind that is not supported (“clip”)',
    ],
    ['a part of a split file', changed({ split: u32('split.count', 3) }), 'was split'],
    ['a reranker', changed({ pooling: u32('llama.pooling_type', 4) }), 'ranks'],
    ['no vocabulary', changed({ 'tokenizer.ggml.tokens': undefined }), 'no vocabulary'],
    ['an invalid alignment', named('general.alignment', 33), 'alignment'],
    ['a duplicate property', ggufBytes([...ENTRIES, ...ENTRIES.slice(-1)], TENSORS), 'twice'],
    ['a duplicate tensor', ggufBytes(ENTRIES, [...TENSORS, ...TENSORS.slice(-1)]), 'twice'],
    [
      'an unsupported weight type',
      patched('token_embd.weight', 20, (view, to) => view.setUint32(to, 31, true)),
      'type that is not supported',
    ],
    [
      'a shape with five dimensions',
      patched('token_embd.weight', 0, (view, to) => view.setUint32(to, 5, true)),
      'shape',
    ],
    [
      'a shape with a dimension of zero',
      patched('token_embd.weight', 4, (view, to) => view.setUint32(to, 0, true)),
      'shape',
    ],
    [
      'a shape with a huge dimension',
      patched('token_embd.weight', 8, (view, to) => view.setUint32(to, 0x1f_ffff, true)),
      'shape',
    ],
    [
      'weights beyond the end of the file',
      patched('output_norm.weight', 16, (view, to) => view.setUint32(to, 1 << 20, true)),
      'not complete',
    ],
    [
      'weights at an unaligned offset',
      patched('output_norm.weight', 16, (view, to) => view.setUint32(to, 1, true)),
      'begins where none can',
    ],
    [
      'a list of lists',
      patched('tokenizer.ggml.tokens', 4, (view, to) => view.setUint32(to, 9, true)),
      'list of an unknown kind',
    ],
    [
      'a list of 2^50 texts',
      patched('tokenizer.ggml.tokens', 12, (view, to) => view.setUint32(to, 1 << 18, true)),
      'list that is too long',
    ],
    [
      'a value of an unknown type',
      patched('general.alignment', 0, (view, to) => view.setUint32(to, 77, true)),
      'unknown kind',
    ],
    [
      'a text of 4 GB',
      patched('general.architecture', 4, (view, to) => view.setUint32(to, 0xffff_ffff, true)),
      'too long',
    ],
    ['half of a file', GOOD.subarray(0, GOOD.length / 2), 'not complete'],
    ['a file without its last byte', GOOD.subarray(0, -1), 'not complete'],
  ]
  test.each(kinds)('is refused with a reason: %s', async (_, bytes, reason) => {
    expect(await reasonOf(bytes)).toContain(reason)
  })

  test('with random bytes is accepted or refused quickly and with few reads', async () => {
    const mutated = fc.record({
      cut: fc.integer({ min: 0, max: GOOD.length }),
      changes: fc.array(
        fc.tuple(fc.integer({ min: 0, max: GOOD.length - 1 }), fc.integer({ min: 0, max: 255 })),
        { maxLength: 8 },
      ),
    })
    await fc.assert(
      fc.asyncProperty(mutated, async ({ cut, changes }) => {
        const bytes = Buffer.from(GOOD.subarray(0, cut))
        for (const [at, value] of changes) if (at < cut) bytes[at] = value
        const source = sourceOf(bytes)
        const begun = performance.now()
        const outcome = await readModel(source).catch((error: unknown) => error)
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(GgufError)
        expect(performance.now() - begun).toBeLessThan(500)
        expect(source.readBytes).toBeLessThan(2 * GOOD.length + 1)
      }),
      { numRuns: 2_000 },
    )
  })

  test('with a header that claims to be endless is read up to 64 MB', async () => {
    // A file that claims 10 TB, with texts of 8 MB each.
    let readBytes = 0
    const head = Buffer.from(GOOD.subarray(0, 24))
    head.writeBigUInt64LE(10_000n, 16)
    const source: ByteSource = {
      size: 10e12,
      async read(position, length) {
        readBytes += length
        const bytes = Buffer.alloc(length)
        if (position === 0) head.copy(bytes)
        return bytes
      },
    }
    // All zeros parse as empty keys with one-byte numbers; the second key is a duplicate.
    await expect(readModel(source)).rejects.toThrow(GgufError)
    expect(readBytes).toBeLessThanOrEqual(64 * 1024 * 1024)
  })

  test('is not read after an abort', async () => {
    const stop = AbortSignal.abort(new Error('left'))
    await expect(readModel(sourceOf(GOOD), stop)).rejects.toThrow('left')
  })
})
