import type { Message } from '@polylogue/contract'
import { placeName } from '@polylogue/contract/browser'
import { Markdown, PaperContext } from '#ui/markdown/index.ts'
import { pictureKey, type Pictures } from './attached-pictures.ts'
import { turnsOf, type Chat } from './chat.ts'
import type { ExportTexts } from './words.ts'

interface PaperProps {
  chat: Chat
  words: ExportTexts
  /** The attached pictures that are shown. */
  pictures: Pictures
}

/** Renders a chat for export as a page or picture. Its styles are in ui/paper.css. */
export function Paper({ chat, words: { t, format }, pictures }: PaperProps) {
  const turns = turnsOf(chat)
  const [first, last] = [turns[0], turns.at(-1)]
  return (
    <PaperContext value={true}>
      <main className="pl-paper">
        <header>
          <h1>{placeName(chat.project.name, chat.tab.name)}</h1>
          {first && last && (
            <p>{t('from', { first: format.full(first.created), last: format.full(last.created) })}</p>
          )}
        </header>
        {turns.map((message) => (
          <section key={message.id} id={`message-${message.id}`}>
            <h2>{t('at', { name: t('question'), time: format.full(message.created) })}</h2>
            <Attached message={message} pictures={pictures} />
            <div className="pl-paper-question" dir="auto">
              {message.queryText}
            </div>
            <h2>{[message.modelName, message.modelTagName].filter(Boolean).join(' ') || t('answer')}</h2>
            {message.responseText === '' ? (
              <p>{message.errorMessage}</p>
            ) : (
              <Markdown text={message.responseText} />
            )}
            {message.sources.length > 0 && (
              <ol className="pl-paper-sources" aria-label={t('sources')}>
                {message.sources.map(({ id, title, place }) => (
                  <li key={id} value={id}>
                    {[title, place].filter(Boolean).join(', ')}
                  </li>
                ))}
              </ol>
            )}
          </section>
        ))}
      </main>
    </PaperContext>
  )
}

/** The attached pictures, and the names of the other files. */
function Attached({ message, pictures }: { message: Message; pictures: Pictures }) {
  const files = message.attachments.map(({ name }, index) => ({
    name,
    picture: pictures.get(pictureKey(message, index)),
  }))
  const named = files.filter(({ picture }) => picture === undefined)
  return (
    <>
      {files.map(
        ({ name, picture }, index) =>
          picture && <img key={index} className="pl-paper-picture" src={picture} alt={name} />,
      )}
      {named.length > 0 && <p className="pl-paper-files">{named.map(({ name }) => name).join(', ')}</p>}
    </>
  )
}
