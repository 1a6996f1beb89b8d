;;; A session of emacs's dap-mode with nbl-emulate --dap. -*- lexical-binding: t -*-
;;; SPDX-License-Identifier: Apache-2.0
;;;
;;; emacs --batch -l emacs.el TOOL SHADER: prints where each stop is. A breakpoint at the shader's line "// twice", a step
;;; over, a step out, two steps back, and on to the race.
(require 'dap-mode)
(require 'dap-ui)
(defvar tool (pop command-line-args-left))
(defvar shader (expand-file-name (pop command-line-args-left)))
(defvar stops 0)
(setq dap-auto-configure-features nil
      dap-breakpoints-file (expand-file-name "breakpoints")
      dap-exception-breakpoints '(("nbl-emulate" . (("race" . t))))
      lsp-session-file (expand-file-name "lsp-session"))
(dap-register-debug-provider "nbl-emulate" (lambda (conf) (append (list :dap-server-path (list tool "--dap")) conf)))
(add-hook 'dap-stack-frame-changed-hook
          (lambda (session)
            (let ((frame (dap--debug-session-active-frame session)))
              (when frame
                (setq stops (1+ stops))
                (princ (format "%s %s\n" (gethash "name" frame) (gethash "line" frame)))))))

(defun stop-after (before)
  (with-timeout (60 (princ "no stop\n") (kill-emacs 1))
    (while (= stops before) (accept-process-output nil 0.05))))
(defun go (command) (let ((before stops)) (funcall command (dap--cur-session-or-die)) (stop-after before)))
(defun ask (command) ; what dap-mode has no command for
  (let ((before stops) (session (dap--cur-session-or-die)))
    (dap--send-message (dap--make-request command (list :threadId (dap--debug-session-thread-id session))) #'ignore session)
    (stop-after before)))

(find-file shader)
(fundamental-mode)
(goto-char (point-min))
(search-forward "// twice")
(dap-breakpoint-add)
(dap-debug (list :type "nbl-emulate" :request "launch" :name "race" :program shader))
(stop-after 0)
(go #'dap-next)
(go #'dap-step-out)
(ask "stepBack")
(ask "stepBack")
(dap-breakpoint-delete-all)
(go (lambda (session) (dap-continue session (dap--debug-session-thread-id session))))
(dap-disconnect (dap--cur-session-or-die))
(kill-emacs 0)
