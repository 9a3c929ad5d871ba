import { describe, expect, test } from 'vitest'
import { jsonElements, type Element } from './json-elements.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function elementsOf(
  parts: readonly Uint8Array[],
  most?: number,
): Promise<{ all: Element[]; wrong?: string }> {
  const all: Element[] = []
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
  try {
    for await (const element of jsonElements(stream, most)) all.push(element)
    return { all }
  } catch (error) {
    return { all, wrong: (error as { wrong: string }).wrong }
  }
}
const valuesOf = async (text: string, most?: number) => {
  const { all, wrong } = await elementsOf([bytes(text)], most)
  return [...all.map(({ value }) => value), ...(wrong ? [`! ${wrong}`] : [])]
}

test('a list is the same however its bytes are cut', async () => {
  const list = [
    { a: '}],[{"\\', 'ключ "x"': [1, [2, { b: '\\"' }]] },
    7,
    'x,]',
    null,
    [],
    -1.5e3,
    true,
    { '😀': '\u2028' },
  ]
  const text = `\ufeff \n[ ${list.map((one) => JSON.stringify(one)).join(' ,\t')} ]\r\n`
  const whole = bytes(text)
  for (let at = 0; at <= whole.length; at++) {
    const { all } = await elementsOf([whole.subarray(0, at), whole.subarray(at)])
    expect(all.map(({ value }) => value)).toEqual(list)
    expect(all.every(({ isInList }) => isInList)).toBe(true)
  }
})

test('anything else than a list is one value', async () => {
  expect(await elementsOf([bytes('{"a":'), bytes('[1,2]}')])).toEqual({
    all: [{ value: { a: [1, 2] }, isInList: false }],
  })
  expect(await valuesOf('[]')).toEqual([])
})

describe('what is damaged', () => {
  test.each([
    ['', ['! json']],
    ['[{"a":1},{"b"', [{ a: 1 }, '! json']],
    ['[{"a":1},{"b":}]', [{ a: 1 }, '! json']],
    ['[1] 2', [1, '! json']],
    ['{"a":1', ['! json']],
  ])('%s is refused after what is whole', async (text, values) => {
    expect(await valuesOf(text)).toEqual(values)
  })

  test('letters that are no UTF-8', async () => {
    const { all, wrong } = await elementsOf([
      bytes('["a",'),
      new Uint8Array([0x22, 0xff, 0x22]),
      bytes(',"b"]'),
    ])
    expect([all.map(({ value }) => value), wrong]).toEqual([['a'], 'json'])
  })
})

test('an element that is too large is left out, and those after it are read', async () => {
  expect(await valuesOf(`[1,{"a":"${'x'.repeat(100)}"},3]`, 50)).toEqual([1, undefined, 3])
})
