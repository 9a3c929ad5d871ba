import { expect, test } from 'vitest'
import { leansByForm, type TextLanguage } from './index.ts'

test.each<[TextLanguage, string]>([
  ['en', 'And how long does it take for part-time staff?'],
  ['en', 'What about accidents on the way home from work?'],
  ['en', 'Who approves them when the manager is ill for weeks?'],
  ['en', 'Does that also apply to trips abroad with a private car?'],
  ['en', 'Are there special places there for electric cars?'],
  ['de', 'Und wie lange dauert das bei Teilzeitkräften in der Probezeit?'],
  ['de', 'Gilt das auch für Auslandsreisen mit dem privaten Fahrzeug?'],
  ['de', 'Wie oft muss sein Inhalt vom Beauftragten geprüft werden?'],
  ['de', 'Kann man ihn für mehrere Wochen im Voraus reservieren?'],
  ['bg', 'А за колко време го придобиват служителите на непълен работен ден?'],
  ['bg', 'Важи ли това за пътувания в чужбина с личен автомобил?'],
])('leans (%s): %s', (language, question) => {
  expect(leansByForm(question, [language])).toBe(true)
})

test.each<[TextLanguage, string]>([
  ['en', 'How long does it take to replace a broken laptop?'],
  ['en', 'Is it possible to extend the probation period of trainees?'],
  ['en', 'Are there special places for electric cars in the garage?'],
  ['en', 'What happens to a laptop when it breaks?'],
  ['en', 'Do employees who resign keep their unused vacation days?'],
  ['de', 'Gibt es besondere Plätze für Elektroautos in der Garage?'],
  ['de', 'Kann das Fahrrad im Keller über Nacht stehen?'],
  ['de', 'Was passiert mit einem Laptop, wenn er kaputtgeht?'],
  ['de', 'Können Sie die Frist der Kündigung nennen?'],
  ['bg', 'Какво става с лаптопа, ако той се счупи при пътуване?'],
  ['bg', 'Колко дни платен отпуск получават стажантите?'],
])('stands alone (%s): %s', (language, question) => {
  expect(leansByForm(question, [language])).toBe(false)
})

test('reads only the beginning of a long question', () => {
  expect(leansByForm(`Rules ${'and '.repeat(100_000)}`, ['en', 'de', 'bg'])).toBe(false)
})
