import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { FileName } from './file-name.tsx'

test('a name in Arabic stays in one piece, one in Latin letters keeps its ending', async () => {
  await openPage(
    <>
      <FileName name="قائمة الطعام.md" />
      <FileName name="Leistungsverzeichnis.pdf" />
    </>,
  )
  expect((await screen.findByTitle('قائمة الطعام.md')).children).toHaveLength(0)
  expect(screen.getByTitle('Leistungsverzeichnis.pdf').lastElementChild?.textContent).toBe('zeichnis.pdf')
})
