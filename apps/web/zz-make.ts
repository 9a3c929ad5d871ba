import { readFileSync, writeFileSync } from 'node:fs'
import { writeWord } from '#features/paper/word/write-word.ts'
import { messageOf, orderOf } from '#features/paper/test/papers.ts'
const [, , out, ...files] = process.argv
writeFileSync(out!, await writeWord(orderOf(files.map((f) => messageOf(readFileSync(f, 'utf8'))))))
