import { expect, test } from 'vitest'
import { markReader } from './letter-marks.ts'

const read = (texts: readonly string[]) => texts.map(markReader(texts))

test('soft hyphens that are seen are hyphens, on their page only', () => {
  expect(read(['1\u00ad12 months', 'Internet\u00adbased'])).toEqual(['1-12 months', 'Internet-based'])
  expect(read(['from \u00ad5 to 7'])).toEqual(['from -5 to 7'])
  const unseen = ['Donau\u00addampf\u00ad', 'fahrt\u00ad ']
  expect(read(unseen)).toEqual(unseen)
})

test('letters that are placed one by one are words', () => {
  const texts = [
    'N o r t h B u o n a',
    ' ',
    'V i s t a',
    '# 1 4 - 0 1',
    'B e i j i n g 1 0 0 0 3 1',
    'C o . , L t d .',
  ]
  expect(read(texts)).toEqual(['North Buona', ' ', 'Vista', '#14-01', 'Beijing 100031', 'Co., Ltd.'])
})

test('few of them among other texts are not', () => {
  const texts = ['A B C', 'Answers of the first form', '1 2 3', 'Answers of the second form', 'Third form']
  expect(read(texts)).toEqual(texts)
})
