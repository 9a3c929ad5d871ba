import type { ChatBot } from '@polylogue/contract'
import { canWrite } from '#lib/can.ts'
import { useFormat } from '#lib/format.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Status } from '#ui/table.tsx'
import { STATUS_KIND, WAY_ON } from '../states.ts'
import { useOpenEditor } from '../use-open-editor.ts'
import css from './list.module.css'

/** Returns the state of a chatbot in words. */
export function useStateWords(): (bot: ChatBot) => string {
  const { t } = useTranslation('chatbots')
  const format = useFormat()
  return ({ state, rules, validUntil }) => {
    const [first] = rules.origins
    if (state === 'expired') return t('states.expired', { day: format.day(validUntil) })
    if (state !== 'answers') return t(`states.${state}`)
    if (first === undefined) return t('states.answers')
    const place = first.replace(/^https?:\/\//, '')
    return t('states.answersOn', { place, count: rules.origins.length - 1 })
  }
}

/** Whether a chatbot answers; if not why, and the step that helps. */
export function StateLine({ bot }: { bot: ChatBot }) {
  const { t } = useTranslation('chatbots')
  const words = useStateWords()
  const openEditor = useOpenEditor()
  const section = WAY_ON[bot.state]
  return (
    <div className={css.state}>
      <Status kind={STATUS_KIND[bot.state]}>{words(bot)}</Status>
      {section && canWrite(bot) && bot.state !== 'answers' && (
        <Button size="small" onClick={() => openEditor(bot.id, section)}>
          {t(`ways.${bot.state}`)}
        </Button>
      )}
    </div>
  )
}
