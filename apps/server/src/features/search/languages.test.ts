// What people type in many languages finds chats and documents (MESSAGE-9).
import { contract } from '@polylogue/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMessage } from '#test/messages.ts'
import { untilReady } from '#test/ready-source.ts'
import { testApp, type TestApp, type TestUser } from '#test/test-app.ts'
import { openLog } from '#platform/log.ts'
import { projectItem } from '#features/projects/index.ts'
import { searchFeature } from './index.ts'

const CASES: readonly (readonly [language: string, text: string, typed: readonly string[]])[] = [
  ['English', 'The naïve résumé of the applicant was lost', ['naive resume', 'résumé', 'applicants']],
  ['German', 'Die Straßenbahn hält an der großen Brücke', ['strassenbahn', 'Brucke', 'GROSSEN', 'Brücken']],
  ['Bulgarian', 'Котаракът спи върху покрива на къщата', ['котаракът', 'ПОКРИВА', 'къщата']],
  ['French', 'La réunion du comité se tient à l’hôtel', ['reunion comite', 'hotel', 'réunion']],
  ['Spanish', 'La factura eléctrica llegó el miércoles', ['factura electrica', 'miercoles', 'eléctrica']],
  ['Italian', 'La città offre più biciclette agli studenti', ['citta', 'biciclette', 'CITTÀ']],
  ['Portuguese', 'As férias começam na próxima estação', ['ferias', 'estacao', 'começam']],
  ['Polish', 'Żółte łódki stoją w porcie rybackim', ['zolte lodki', 'Żółte', 'lodki']],
  ['Czech', 'Žluťoučký kůň úpěl ďábelské ódy', ['zlutoucky kun', 'dabelske', 'kůň']],
  ['Hungarian', 'Az ülés a főépületben lesz kedden', ['ules', 'foepuletben', 'ülés']],
  ['Turkish', 'Kapıcı anahtarı şirketin bodrumuna koydu', ['kapici anahtari', 'sirketin', 'KAPICI']],
  ['Swedish', 'Mötet hålls på ångbåten i Malmö', ['motet', 'angbaten', 'malmo']],
  ['Danish', 'Smørrebrød serveres ved åen', ['smorrebrod', 'SMØRREBRØD']],
  ['Vietnamese', 'Cuộc họp diễn ra tại văn phòng Hà Nội', ['cuoc hop', 'van phong', 'Hà Nội']],
  ['Greek', 'Η συνάντηση γίνεται στην Αθήνα', ['αθηνα', 'συναντηση', 'ΑΘΗΝΑ']],
  ['Russian', 'Ёлки привезли к вокзалу в пятницу', ['елки', 'вокзалу', 'ПЯТНИЦУ']],
  ['Ukrainian', 'Їжак живе у дворі бібліотеки', ['їжак', 'бібліотеки']],
  ['Arabic', 'تم إرسال الفاتورة إلى المكتب', ['الفاتورة', 'المكتب', 'ارسال']],
  ['Hebrew', 'הפגישה תתקיים במשרד ביום שלישי', ['הפגישה', 'במשרד']],
  ['Chinese', '会议在北京办公室举行', ['北京', '办公室', '会议']],
  ['Japanese', '打合せは東京のオフィスで開かれます', ['東京', 'オフィス', '打合せ']],
  ['Korean', '회의는 서울 사무실에서 열립니다', ['서울', '사무실', '회의']],
  ['Thai', 'การประชุมจัดขึ้นที่สำนักงานกรุงเทพ', ['ประชุม', 'สำนักงาน']],
]
const WORDS = CASES.flatMap(([language, text, typed]) =>
  typed.map((words) => [language, words, text] as const),
)

let app: TestApp
let anna: TestUser
let datasourceId: number
const messages = new Map<string, number>()
beforeAll(async () => {
  app = await testApp()
  anna = await app.deps.user()
  const tab = await app.deps.tab(anna, await app.deps.project(anna))
  for (const [, query] of CASES)
    messages.set(query, await storeMessage(app.db, { tabId: tab.id, userId: anna.id, query }))
  const jobs = { enqueue: () => Promise.resolve() }
  const { service } = searchFeature({ db: app.db, log: openLog('silent'), jobs, types: [projectItem] })
  await service.indexMessages([...messages.values()])
  const media = CASES.map(([language, text]) => ({
    name: `${language}.txt`,
    mime_type: 'text/plain',
    content: Buffer.from(text).toString('base64'),
  }))
  const made = await anna.client.call(contract.datasources.create, { body: { name: 'Languages', media } })
  datasourceId = (await untilReady(anna, made.data.datasource.id)).id
}, 60_000)
afterAll(() => app.close())

test.each(WORDS)('in %s, “%s” finds the chat and the document', async (_, words, text) => {
  const { data } = await anna.client.call(contract.search.find, { query: { q: words } })
  expect(data.Finds.map(({ id }) => id)).toEqual([messages.get(text)])
  expect(data.Finds[0]?.highlight).toContain('[[')
  const params = { id: datasourceId }
  const found = await anna.client.call(contract.datasources.search, { params, body: { q: words } })
  expect(found.data.Passages[0]?.text.trim()).toBe(text)
})
