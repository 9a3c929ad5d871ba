import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')
const parts = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.html'))

test.each(['index.html', 'share.html'])(
  '%s begins with the same parts, and repeats nothing of them',
  (page) => {
    const text = read(`../../../${page}`)
    expect(parts).toHaveLength(3)
    for (const part of parts) {
      expect(text).toContain(`<!-- start/${part} -->`)
      for (const line of read(part)
        .split('\n')
        .filter((one) => one.trim().length > 20))
        expect(text).not.toContain(line.trim())
    }
  },
)
