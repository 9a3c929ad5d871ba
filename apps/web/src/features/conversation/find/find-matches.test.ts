import { describe, expect, test } from 'vitest'
import { findMatches, type Piece } from './find-matches.ts'

const pieces = (...blocks: string[][]): Piece[] =>
  blocks.flatMap((texts, block) => texts.map((text) => ({ text, block })))
const found = (list: Piece[], phrase: string) =>
  findMatches(list, phrase).map(({ from, to }) => [from.piece, from.offset, to.piece, to.offset])

describe('finding a phrase', () => {
  test.each([
    [
      'in any case',
      pieces(['Ladesäule und LADESÄULE']),
      'ladesäule',
      [
        [0, 0, 0, 9],
        [0, 14, 0, 23],
      ],
    ],
    ['across styles inside a block', pieces(['Only ', 'Brück', 'ner meets']), 'brückner', [[1, 0, 2, 3]]],
    ['not across blocks', pieces(['one'], ['two']), 'onetwo', []],
    ['line ends count as spaces', pieces(['two\nwords']), 'two words', [[0, 0, 0, 9]]],
    [
      'without overlap',
      pieces(['aaaa']),
      'aa',
      [
        [0, 0, 0, 2],
        [0, 2, 0, 4],
      ],
    ],
    ['a match ends in the piece that holds its last letter', pieces(['ab', 'cd']), 'ab', [[0, 0, 0, 2]]],
    ['letters that get longer in lower case keep their offsets', pieces(['İİ Ort']), 'ort', [[0, 3, 0, 6]]],
    ['nothing for white space', pieces(['a b']), '  ', []],
    ['special characters are taken literally', pieces(['a.b (c)']), '(c)', [[0, 4, 0, 7]]],
    ['across empty pieces', pieces(['x', '', 'y']), 'xy', [[0, 0, 2, 1]]],
  ])('%s', (_, list, phrase, places) => {
    expect(found(list, phrase)).toEqual(places)
  })

  test('stops at the maximum number of matches', () => {
    expect(findMatches(pieces(['a'.repeat(100)], ['aaa']), 'a', 7)).toHaveLength(7)
  })
})
