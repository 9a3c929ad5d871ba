// Citations of web searches in answers of LibreChat: marks in the text, whose pages are attached to the message. Pure.
import { asList, asText, isRecord } from '#lib/json.ts'
import { linkOf } from './markup.ts'

/** `turn0search1`, with the blank before it: the second page of the first search. Several stand between two private characters. */
const MARK = / ?(?:\ue202|\\ue202)turn(\d{1,3})([a-z]{1,10})(\d{1,3})/g
const AROUND = /[\ue200\ue201\ue203\ue204\ue206]|\\ue20[01346]/g

/** The lists of a search, by the name that marks have for them. */
const LISTS: Readonly<Record<string, string>> = {
  search: 'organic',
  news: 'topStories',
  ref: 'references',
  image: 'images',
  video: 'videos',
}

/** Returns the text with its citations as links; those without an address vanish. */
export function withSearchLinks(text: string, attachments: unknown): string {
  if (!/[\ue200-\ue206]|\\ue20/.test(text)) return text
  const searches = asList(attachments)
    .map(({ web_search: search }) => search)
    .filter(isRecord)
  return text.replaceAll(AROUND, '').replaceAll(MARK, (_, turn: string, kind: string, at: string) => {
    const search = searches.find((one) => one['turn'] === Number(turn)) ?? searches[Number(turn)]
    const page = asList(search?.[LISTS[kind] ?? ''])[Number(at)]
    const link = page && linkOf(asText(page['link']) || asText(page['url']), asText(page['title']))
    return link ? ` (${link})` : ''
  })
}
