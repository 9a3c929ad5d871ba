import { CHATBOT_LIMITS } from '@polylogue/contract/browser'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import css from './editor.module.css'
import { EmbedCode } from './embed-code.tsx'
import type { SectionProps } from './form.ts'
import { readOrigin } from './origin.ts'
import { hasCode } from './sections.ts'

const EXAMPLE = 'https://www.example.org'

/** The websites on which a chatbot answers. */
export function PlacesSection({ form }: SectionProps) {
  const { t } = useTranslation('chatbots')
  const { values, changeRules, bot } = form
  const { origins } = values.rules
  return (
    <>
      {origins.length > 0 ? (
        <ul className={css.origins} aria-label={t('origins')}>
          {origins.map((origin) => (
            <li key={origin}>
              <Icon name="world" />
              <span className="cut" title={origin}>
                {origin}
              </span>
              <IconButton
                icon="x"
                iconSize={14}
                label={t('places.remove', { origin })}
                onClick={() => changeRules({ origins: origins.filter((one) => one !== origin) })}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.amber}>{t('places.none')}</p>
      )}
      <OriginField origins={origins} onAdd={(origin) => changeRules({ origins: [...origins, origin] })} />
      {hasCode(values) && (
        <section className={css.group}>
          <h4>{t('code.title')}</h4>
          <EmbedCode
            bot={{ identifier: bot.identifier, rules: bot.rules }}
            widget={values.widget}
            isBelowField
          />
        </section>
      )}
    </>
  )
}

interface OriginFieldProps {
  origins: readonly string[]
  onAdd: (origin: string) => void
}

/** Keeps of an address what browsers send of it, and says so; what is no website stays in the field. */
function OriginField({ origins, onAdd }: OriginFieldProps) {
  const { t } = useTranslation('chatbots')
  const [text, setText] = useState('')
  const [said, setSaid] = useState<{ error?: string; kept?: string }>({})
  const isFull = origins.length >= CHATBOT_LIMITS.origins
  const add = () => {
    const read = readOrigin(text)
    if (text.trim() === '') return
    if (isFull) return setSaid({ error: t('places.full', { count: CHATBOT_LIMITS.origins }) })
    if (!read) return setSaid({ error: t('places.wrong') })
    if (origins.includes(read.origin)) return setSaid({ error: t('places.known', { origin: read.origin }) })
    onAdd(read.origin)
    setText('')
    setSaid(read.rest === '' ? {} : { kept: t('places.kept', { origin: read.origin, rest: read.rest }) })
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    add()
  }
  return (
    <div className={css.group}>
      <TextField
        label={t('places.add')}
        hint={t('places.hint')}
        error={said.error}
        type="url"
        inputMode="url"
        spellCheck={false}
        placeholder={EXAMPLE}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setSaid({})
        }}
        onKeyDown={onKey}
        end={
          <Button size="small" disabled={text.trim() === ''} onClick={add}>
            {t('addText')}
          </Button>
        }
      />
      <p role="status" className={css.hint}>
        {said.kept}
      </p>
    </div>
  )
}
