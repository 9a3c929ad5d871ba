import type { Project } from '@polylogue/contract'
import { useId } from 'react'
import { choiceOf, findModel, ModelPicker, useModels } from '#features/models/index.ts'
import { canWrite } from '#lib/can.ts'
import { useTranslation } from '#lib/texts.ts'
import { Section } from '#ui/page-section.tsx'
import css from './overview.module.css'
import { useChooseModel } from './use-choose-model.ts'

/** Chooses the model of new tabs, and says where it runs. */
export function DefaultModel({ project }: { project: Project }) {
  const { t } = useTranslation(['project-page', 'models'])
  const choose = useChooseModel(project)
  const { data: models } = useModels()
  const model = findModel(models, project.defaultModelId)
  const note = useId()
  const place = model?.isLocal ? t('local') : model && t('models:externalNote', { provider: model.provider })
  return (
    <Section title={t('model')}>
      <div className={css.field}>
        <ModelPicker
          kind="field"
          disabled={!canWrite(project)}
          aria-describedby={note}
          value={choiceOf(project)}
          onChange={({ modelId, modelTagId }) =>
            choose.mutate({ defaultModelId: modelId, defaultModelTagId: modelTagId })
          }
        />
        <p id={note} className={css.note}>
          {place}
        </p>
      </div>
    </Section>
  )
}
