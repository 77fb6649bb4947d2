;;; skill-lsp.el --- Agent Skills in Emacs, with eglot  -*- lexical-binding: t -*-

;;; Commentary:
;; Starts the language server `skill-lsp' for SKILL.md, CLAUDE.md and AGENTS.md, and for no other Markdown; and for the
;; manifests of packages (plugin.json, marketplace.json, gemini-extension.json, qwen-extension.json).
;; In init.el: (load "~/src/skill-lsp/editors/emacs/skill-lsp.el")

;;; Code:
(require 'eglot)
(require 'js)

;; Markdown as it is edited here: with markdown-mode where that is installed.
(if (require 'markdown-mode nil t)
    (define-derived-mode skill-mode markdown-mode "Skill" "For files about Agent Skills.")
  (define-derived-mode skill-mode text-mode "Skill" "For files about Agent Skills."))

(add-to-list 'auto-mode-alist '("/\\(SKILL\\|CLAUDE\\|CLAUDE\\.local\\|AGENTS\\)\\.md\\'" . skill-mode))
(add-to-list 'eglot-server-programs '((skill-mode :language-id "markdown") . ("skill-lsp" "serve")))
;; Manifests, by the folder they lie in: many programs have a plugin.json.
(define-derived-mode skill-manifest-mode js-json-mode "Skill manifest" "For manifests of packages with Agent Skills.")
(dolist (pattern '("/\\.\\(claude\\|codex\\|cursor\\)-plugin/\\(plugin\\|marketplace\\)\\.json\\'"
                   "/\\.\\(plugin\\|github/plugin\\|agents/plugins\\)/\\(plugin\\|\\(api_\\)?marketplace\\)\\.json\\'"
                   "/\\(gemini\\|qwen\\)-extension\\.json\\'"))
  (add-to-list 'auto-mode-alist (cons pattern 'skill-manifest-mode)))
(add-to-list 'eglot-server-programs '((skill-manifest-mode :language-id "json") . ("skill-lsp" "serve")))
(add-hook 'skill-mode-hook #'eglot-ensure)
(add-hook 'skill-manifest-mode-hook #'eglot-ensure)

(provide 'skill-lsp)
;;; skill-lsp.el ends here
