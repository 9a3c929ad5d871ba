import { useId, useState } from 'react'
import { useNotices } from '#lib/notices.ts'
import { useErrorMessage } from '#lib/problem.ts'
import { useTranslation } from '#lib/texts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Dialog, DialogBody, DialogForm, FormFoot } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { RadioOption } from '#ui/radio-option.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Problem } from '#ui/states.tsx'
import { choiceOfModel, deployedTags, findModel, firstChoice, useModels } from '#features/models/index.ts'
import { useStoredSettings, useStoreSetting } from './api.ts'
import { isLocalPath, START_TYPES, storedStartPage, type StartType } from './start-page.ts'
import css from './startup-options-dialog.module.css'

interface Options {
  type: StartType
  uri: string
  modelId: number
  titles: boolean
}

/** Sets the start page and the model of new chats and projects. */
export function StartupOptionsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['startup', 'ui'])
  const errorMessage = useErrorMessage()
  const { options, dirty, ready, failed, choose, save, close } = useOptions(onClose)
  return (
    <Dialog opened={opened} title={t('title')} lead={t('lead')} width={560} dirty={dirty} onClose={close}>
      <DialogForm onSubmit={save}>
        <DialogBody>
          {failed && (
            <Problem action={<Button onClick={failed.retry}>{t('ui:tryAgain')}</Button>}>
              {errorMessage(failed.error).sentence}
            </Problem>
          )}
          <StartTypes type={options.type} onChange={(type) => choose({ type })} />
          {options.type === 'customUri' && (
            <CustomUri uri={options.uri} onChange={(uri) => choose({ uri })} />
          )}
          <StartModel modelId={options.modelId} onChange={(modelId) => choose({ modelId })} />
          <Checkbox
            label={t('titles')}
            checked={options.titles}
            onChange={(event) => choose({ titles: event.target.checked })}
          />
        </DialogBody>
        <FormFoot verb={t('set')} disabled={!ready} onCancel={close} />
      </DialogForm>
    </Dialog>
  )
}

function useOptions(onClose: () => void) {
  const { t } = useTranslation('startup')
  const notices = useNotices()
  const settings = useStoredSettings()
  const stored = settings.data ?? {}
  const { data: models = [] } = useModels()
  const store = useStoreSetting()
  const [typed, setTyped] = useState<Options | null>(null)
  const start = storedStartPage(stored) ?? { type: 'newProject', uri: '' }
  const kept: Options = {
    ...start,
    modelId: Number(stored.defaultStartupModelId) || firstChoice(models).modelId,
    titles: stored.chatTitles !== 'false',
  }
  const options = typed ?? kept
  // Before that, the choices shown are not those stored.
  const ready =
    settings.data !== undefined && (options.type !== 'customUri' || isLocalPath(options.uri.trim()))
  const close = () => {
    setTyped(null)
    onClose()
  }
  const save = () => {
    if (!ready) return
    store('defaultStartupType', options.type)
    store('defaultStartupUri', options.type === 'customUri' ? options.uri.trim() : '')
    if (options.modelId !== kept.modelId) store('defaultStartupModelId', String(options.modelId))
    if (options.titles !== kept.titles) store('chatTitles', String(options.titles))
    notices.show({ kind: 'done', title: t('stored') })
    close()
  }
  return {
    options,
    dirty: typed !== null && JSON.stringify(typed) !== JSON.stringify(kept),
    ready,
    failed:
      settings.data === undefined && settings.error
        ? { error: settings.error, retry: () => void settings.refetch() }
        : undefined,
    choose: (change: Partial<Options>) => setTyped({ ...options, ...change }),
    save,
    close,
  }
}

function StartTypes({ type, onChange }: { type: StartType; onChange: (type: StartType) => void }) {
  const { t } = useTranslation('startup')
  const name = useId()
  return (
    <div role="radiogroup" aria-label={t('title')} className={css.types}>
      {START_TYPES.map((offered) => (
        <RadioOption
          key={offered}
          name={name}
          label={t(`types.${offered}`)}
          text={t(`texts.${offered}`)}
          data-autofocus={offered === type || undefined}
          checked={offered === type}
          onChange={() => onChange(offered)}
        />
      ))}
    </div>
  )
}

/** A path of this app; testing it opens it in a new tab. */
function CustomUri({ uri, onChange }: { uri: string; onChange: (uri: string) => void }) {
  const { t } = useTranslation('startup')
  const path = uri.trim()
  const local = isLocalPath(path)
  return (
    <div className={css.uri}>
      <TextField
        label={t('uri')}
        hint={t('uriHint')}
        error={path !== '' && !local ? t('uriWrong') : undefined}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={2000}
        value={uri}
        onChange={(event) => onChange(event.target.value)}
      />
      <Button size="large" disabled={!local} onClick={() => window.open(path, '_blank', 'noopener')}>
        {t('test')}
      </Button>
    </div>
  )
}

function StartModel({ modelId, onChange }: { modelId: number; onChange: (modelId: number) => void }) {
  const { t } = useTranslation(['startup', 'models'])
  const { data: models = [] } = useModels()
  const ready = [...new Map(deployedTags(models).map(({ model }) => [model.id, model])).values()]
  const there = choiceOfModel(models, modelId).modelId === modelId
  const chosen = findModel(models, modelId)
  const hint =
    chosen && !chosen.isLocal ? t('models:externalNote', { provider: chosen.provider }) : t('modelHint')
  return (
    <SelectField
      label={t('model')}
      hint={there || models.length === 0 ? hint : t('modelGone')}
      value={String(modelId)}
      placeholder={t('modelUnknown')}
      options={ready.map(({ id, name, isLocal }) => ({
        value: String(id),
        label: isLocal ? name : `${name} · ${t('models:external')}`,
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}
