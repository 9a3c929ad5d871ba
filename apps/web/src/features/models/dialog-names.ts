/** Dialog names in the URL; all but the first refer to the model in `&model=`. */
export const ADD_MODEL = 'add-model'
export const MODEL_TAGS = 'model-tags'
export const DEPLOY_TAG = 'deploy-tag'
export const UNDEPLOY_TAG = 'undeploy-tag'
export const STOP_TAG = 'stop-tag'
export const DELETE_TAG = 'delete-tag'
export const SET_TAG = 'set-tag'
