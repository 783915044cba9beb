;;; storyline-mode.el --- Storyline scripts  -*- lexical-binding: t -*-

;; Put both files of this folder where Emacs finds them, and (require 'storyline-mode) into your init file.  Eglot comes with
;; Emacs 29, and is a package for earlier versions.

;;; Code:

(require 'storyline-words)

(defvar storyline-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?# "<" table)
    (modify-syntax-entry ?\n ">" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?$ "'" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments begin with `#'; brackets and quotes are as usual.")

(defun storyline-indent-line ()
  "Indent the line by two spaces for each bracket that is open before it."
  (interactive)
  (let ((depth (save-excursion
                 (back-to-indentation)
                 (- (car (syntax-ppss)) (if (looking-at "[])}]") 1 0)))))
    (if (<= (current-column) (current-indentation))
        (indent-line-to (* 2 (max 0 depth)))
      (save-excursion (indent-line-to (* 2 (max 0 depth)))))))

;;;###autoload
(define-derived-mode storyline-mode prog-mode "Storyline"
  "Major mode for scripts of Storyline."
  (setq-local comment-start "# ")
  (setq-local comment-start-skip "#+ *")
  (setq-local indent-line-function #'storyline-indent-line)
  (setq-local compile-command (concat "storyline check " (shell-quote-argument (or buffer-file-name "."))))
  (setq font-lock-defaults
        `((("\\$[[:alnum:]_]+\\(?:\\.[[:alnum:]_]+\\)*" . font-lock-variable-name-face)
           (,(concat "\\(?:^\\|[;{(|=]\\)\\s-*" (regexp-opt storyline-keywords t) "\\_>")
            1 font-lock-keyword-face)
           (,(concat "\\(?:^\\|[;{(|=]\\)\\s-*" (regexp-opt storyline-commands t) "\\_>")
            1 font-lock-function-name-face)
           (,(concat "(\\s-*" (regexp-opt storyline-functions t) "\\_>") 1 font-lock-builtin-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.story\\'" . storyline-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(storyline-mode . ("storyline" "lsp"))))

(with-eval-after-load 'compile
  (add-to-list 'compilation-error-regexp-alist '("^ *┌─ \\(.+\\):\\([0-9]+\\):\\([0-9]+\\)$" 1 2 3)))

(provide 'storyline-mode)
;;; storyline-mode.el ends here
