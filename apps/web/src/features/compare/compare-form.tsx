import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuCheck } from '#ui/menu.tsx'
import { MessageBar, MessageBox, MessageHint, MessageText, SendButton } from '#ui/message-box.tsx'
import { Switch } from '#ui/switch.tsx'
import { OptionsButton, OptionsDialog, savedHere } from '#features/prompt-options/index.ts'
import css from './compare-form.module.css'
import { obeyedBy } from './targets.ts'
import { QuestionTranslation, TranslateButton } from './translate-question.tsx'
import type { Added } from './use-added.ts'
import type { CompareState } from './use-compare.ts'

/** The form that sends a question to several tabs: text, streaming, and target tabs. */
export function CompareForm({
  compare,
  autoFocus = false,
  onCover = () => undefined,
}: {
  compare: CompareState
  autoFocus?: boolean
  /** Called when a dialog opens over the form, or closes. */
  onCover?: (covered: boolean) => void
}) {
  const { t } = useTranslation('compare')
  const [translating, setTranslating] = useState(false)
  const cover = (next: boolean) => {
    setTranslating(next)
    onCover(next)
  }
  const onKey = (event: KeyboardEvent) => {
    // During IME composition, Enter accepts the characters; some browsers report only key code 229.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
      return
    event.preventDefault()
    void compare.send()
  }
  return (
    <>
      <MessageBox data-keep-clear>
        <MessageText
          rows={1}
          className={css.text}
          aria-label={t('message')}
          aria-describedby="compare-fine"
          placeholder={t('placeholder', { count: compare.count, ...compare.words })}
          {...(autoFocus ? { 'data-autofocus': true } : {})}
          value={compare.text}
          onChange={(event) => compare.setText(event.target.value)}
          onKeyDown={onKey}
        />
        <Others added={compare.added} />
        <MessageBar className={css.bar}>
          <Switches compare={compare} />
          <Options compare={compare} onCover={onCover} />
          <TranslateButton compare={compare} onClick={() => cover(true)} />
          <span className="sp" />
          <Targets compare={compare} />
          <Send compare={compare} />
        </MessageBar>
      </MessageBox>
      <Fine compare={compare} />
      <QuestionTranslation compare={compare} opened={translating} onClose={() => cover(false)} />
    </>
  )
}

function Switches({ compare }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  return (
    <span className={css.switches}>
      <Switch
        label={t('stream')}
        checked={compare.stream}
        disabled={compare.streamless}
        onChange={(event) => compare.setStream(event.target.checked)}
      />
      <Switch
        label={t('keepLines')}
        checked={compare.keepLines}
        onChange={(event) => compare.setKeepLines(event.target.checked)}
      />
    </span>
  )
}

function Options({ compare, onCover }: { compare: CompareState; onCover: (covered: boolean) => void }) {
  const { t } = useTranslation('compare')
  const [opened, setOpened] = useState(false)
  const { options, setOptions, chosen } = compare
  const cover = (next: boolean) => {
    setOpened(next)
    onCover(next)
  }
  return (
    <>
      <OptionsButton options={options} isKept={opened} onClick={() => cover(true)} />
      <OptionsDialog
        opened={opened}
        lead={t('optionsLead')}
        stored={options}
        obeyed={obeyedBy(chosen)}
        notObeyed={(others) => t('optionsNotObeyed', { count: others })}
        saving={savedHere(setOptions)}
        onClose={() => cover(false)}
      />
    </>
  )
}

function Targets({ compare: { targets, chosen, words, choose } }: { compare: CompareState }) {
  const { t } = useTranslation(['compare', 'models'])
  const button = (
    <button type="button" className={css.targets}>
      <Icon name="columns-3" />
      {chosen.length === targets.length
        ? t('targetsAll', { count: targets.length, ...words })
        : t('targets', { chosen: chosen.length, count: targets.length, ...words })}
      <Icon name="selector" size={14} />
    </button>
  )
  return (
    <Menu target={button} position="top-end">
      {targets.map(({ tab, model, available }) => (
        <MenuCheck
          key={tab.id}
          checked={chosen.some((target) => target.tab.id === tab.id)}
          disabled={!available}
          onChange={(wanted) => choose(tab.id, wanted)}
        >
          <span className={css.target}>
            <span className="cut">{tab.name}</span>
            <span className={css.model}>{available ? model?.name : t('models:unavailable')}</span>
          </span>
        </MenuCheck>
      ))}
    </Menu>
  )
}

function Send({ compare }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  const { hindrance, count, words } = compare
  return (
    <SendButton
      label={t('send', { count, ...words })}
      why={hindrance && t(`cannotSend.${hindrance}`)}
      disabled={hindrance !== undefined}
      onSend={() => void compare.send()}
    />
  )
}

/** Offers models that no tab uses. */
function Others({ added }: { added: Added }) {
  const { t } = useTranslation('compare')
  if (added.others.length === 0) return null
  return (
    <div className={css.others} role="group" aria-label={t('others')}>
      <span aria-hidden="true">{t('others')}</span>
      {added.others.map(({ id, name }) => {
        const pressed = added.chosen.some((one) => one.id === id)
        return (
          <button
            key={id}
            type="button"
            className={css.other}
            aria-pressed={pressed}
            // Keeps the focus in the question, so that Enter sends it.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => added.choose(id, !pressed)}
          >
            <Icon name={pressed ? 'check' : 'plus'} size={14} />
            <span className="cut">{name}</span>
          </button>
        )
      })}
    </div>
  )
}

/** Names the external providers before the question is sent, and the tabs with messages that they do not get. */
function Fine({ compare: { chosen, added, keepLines } }: { compare: CompareState }) {
  const { t } = useTranslation('compare')
  const outside = [
    ...new Set(
      [...chosen.map(({ model }) => model), ...added.chosen].flatMap((model) =>
        model && !model.isLocal ? [model.provider] : [],
      ),
    ),
  ]
  const kept = chosen.flatMap(({ tab, model }) =>
    tab.confidential && model?.isLocal === false ? [tab.name] : [],
  )
  return (
    <MessageHint id="compare-fine" warns={outside.length > 0}>
      {outside.length > 0 ? t('external', { providers: outside.join(', ') }) : !keepLines && t('oneLine')}
      {kept.length > 0 && ` ${t('kept', { tabs: kept.join(', ') })}`}
    </MessageHint>
  )
}
