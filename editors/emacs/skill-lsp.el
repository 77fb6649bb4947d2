;;; skill-lsp.el --- Agent Skills in Emacs, with eglot  -*- lexical-binding: t -*-

;;; Commentary:
;; Starts the language server `skill-lsp' for SKILL.md, CLAUDE.md and AGENTS.md, and for no other Markdown.
;; In init.el: (load "~/src/skill-lsp/editors/emacs/skill-lsp.el")

;;; Code:
(require 'eglot)

;; Markdown as it is edited here: with markdown-mode where that is installed.
(if (require 'markdown-mode nil t)
    (define-derived-mode skill-mode markdown-mode "Skill" "For files about Agent Skills.")
  (define-derived-mode skill-mode text-mode "Skill" "For files about Agent Skills."))

(add-to-list 'auto-mode-alist '("/\\(SKILL\\|CLAUDE\\|CLAUDE\\.local\\|AGENTS\\)\\.md\\'" . skill-mode))
(add-to-list 'eglot-server-programs '((skill-mode :language-id "markdown") . ("skill-lsp" "serve")))
(add-hook 'skill-mode-hook #'eglot-ensure)

(provide 'skill-lsp)
;;; skill-lsp.el ends here
