import { type NodePath, type PluginObj, types } from '@babel/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'

/**
 * Compiles the English messages where the macros have left them in the code, so that English needs no catalogue and
 * the browser no parser of ICU messages.
 */
export const compileMessages: PluginObj = {
  name: 'compile-messages',
  visitor: { Program: { exit: (program) => program.traverse({ ObjectExpression: compileDescriptor }) } },
}

// The macros mark descriptors with the comment "i18n": { id, message, values }.
function compileDescriptor({ node }: NodePath<types.ObjectExpression>) {
  if (!node.leadingComments?.some(({ value }) => value === 'i18n')) return
  for (const property of node.properties)
    if (
      types.isObjectProperty(property) &&
      types.isIdentifier(property.key, { name: 'message' }) &&
      types.isStringLiteral(property.value)
    )
      property.value = types.valueToNode(compileMessage(property.value.value))
}
