// Starts `nbl-emulate --dap` for debug sessions of the type "nbl-emulate".
// SPDX-License-Identifier: Apache-2.0
"use strict";

const vscode = require("vscode");

const TYPE = "nbl-emulate";

// A session without a launch.json: the file that is open.
const configurations = {
  resolveDebugConfiguration(folder, configuration) {
    const editor = vscode.window.activeTextEditor;
    if (!configuration.type && editor)
      return { type: TYPE, request: "launch", name: "This shader", program: editor.document.fileName, groups: "2" };
    return configuration;
  },
  provideDebugConfigurations() {
    return [{ type: TYPE, request: "launch", name: "This shader", program: "${file}", groups: "2" }];
  },
};

const adapters = {
  createDebugAdapterDescriptor() {
    return new vscode.DebugAdapterExecutable(vscode.workspace.getConfiguration(TYPE).get("path", TYPE), ["--dap"]);
  },
};

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.debug.registerDebugConfigurationProvider(TYPE, configurations),
    vscode.debug.registerDebugConfigurationProvider(TYPE, configurations,
      vscode.DebugConfigurationProviderTriggerKind.Dynamic),
    vscode.debug.registerDebugAdapterDescriptorFactory(TYPE, adapters));
};

exports.deactivate = () => {};
