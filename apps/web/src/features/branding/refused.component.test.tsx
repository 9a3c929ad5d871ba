import { BRANDING_REASONS } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { useRefusal } from './use-refusal.ts'

function Sentences() {
  const refusalOf = useRefusal()
  return (
    <ul>
      {[...BRANDING_REASONS.map((reason) => `${reason}|3|detail|x`), 'size|0|100', 'odd'].map((issue) => (
        <li key={issue}>{refusalOf(issue)}</li>
      ))}
    </ul>
  )
}

test('each reason of a refusal has a sentence with its line and detail (BRAND-3)', async () => {
  await openPage(<Sentences />, { language: 'de' })
  const shown = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent ?? '')
  expect(shown.slice(0, BRANDING_REASONS.length).every((text) => text.endsWith('(Zeile 3)'))).toBe(true)
  expect(shown).toContain(
    'Das Element <detail|x> ist nicht erlaubt. Speichern Sie das Logo ohne es. (Zeile 3)',
  )
  expect(shown.slice(-2)).toEqual(['Größer als erlaubt: höchstens 100 Bytes.', 'odd'])
})
